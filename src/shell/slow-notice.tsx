import { useIsFetching, type Query } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The longest usual loading time; after it, the notice is shown. */
const SLOW_AFTER_MS = 4_000

/** Announces politely that the next page, or the first data of the current page, takes longer than usual. */
export function SlowNotice() {
  const { t } = useTranslation()
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const firstLoads = useIsFetching({ predicate: hasNoDataYet })
  const isWaiting = isLoading || firstLoads > 0
  const [isSlow, setIsSlow] = useState(false)

  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isWaiting])

  return (
    <p aria-live="polite" className="pointer-events-none fixed inset-x-0 top-3 z-50 text-center">
      {isSlow && (
        <span className="inline-block rounded-full border border-hairline bg-surface px-3 py-1 text-small text-muted shadow-lg">
          {t('slow')}
        </span>
      )}
    </p>
  )
}

function hasNoDataYet({ state }: Query): boolean {
  return state.data === undefined
}

/** Explains why buttons are missing without JavaScript. The style sheet hides those that would do nothing. */
export function NoScriptNotice() {
  const { t } = useTranslation()
  return (
    <noscript>
      <p className="mb-4 text-small text-muted print:hidden">{t('noScript')}</p>
    </noscript>
  )
}
