import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPending } from './pending-work.ts'

/** The delay of the bar, because quick work needs no indicator. */
const DELAY_MS = 400

/** A line along the top while a navigation or other work takes a while. */
export function ProgressBar() {
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const isWorking = useIsPending()
  return isLoading || isWorking ? <Bar /> : null
}

function Bar() {
  const { t } = useTranslation()
  const [isLate, setIsLate] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])

  if (!isLate) return null
  return (
    <div role="progressbar" aria-label={t('loading')} className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <div className="h-full w-2/5 animate-[pass-by_1.2s_linear_infinite] bg-primary rtl:[animation-direction:reverse]" />
    </div>
  )
}
