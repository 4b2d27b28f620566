import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Telling } from '#lib/relative-time.ts'

const Times = createContext<Telling>({ language: 'en', timeZone: 'UTC', justNow: '' })

/** Has times below it told in a zone, in the language of the page. */
export function TimeZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const justNow = t('justNow')
  const telling = useMemo(() => ({ language, timeZone, justNow }), [language, timeZone, justNow])
  return <Times value={telling}>{children}</Times>
}

/** The zone that times are told in. */
export function useTimeZone(): string {
  return useContext(Times).timeZone
}

/** The language and the zone that times are told in: a list tells dozens, and a translator for each costs more than the rest. */
export function useTelling(): Telling {
  return useContext(Times)
}
