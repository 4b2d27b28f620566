import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeFormat } from '#lib/relative-time.ts'

const TimeFormatContext = createContext<TimeFormat>({ language: 'en', timeZone: 'UTC', justNow: '' })

/** Sets the time zone of all times in `children`, which are in the language of the page. */
export function TimeZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const justNow = t('justNow')
  const timeFormat = useMemo(() => ({ language, timeZone, justNow }), [language, timeZone, justNow])
  return <TimeFormatContext value={timeFormat}>{children}</TimeFormatContext>
}

/** Returns the time zone of displayed times. */
export function useTimeZone(): string {
  return useContext(TimeFormatContext).timeZone
}

/** Returns the format of displayed times. It is shared, because a translator for each time of a list would be expensive. */
export function useTimeFormat(): TimeFormat {
  return useContext(TimeFormatContext)
}
