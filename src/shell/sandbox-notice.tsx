import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '#lib/time-zone.ts'
import { useTimeFormat } from '#ui/time-zone.tsx'

interface SandboxNoticeProps {
  /** ISO 8601 */
  endsAt: string
  /** Whether the sandbox has reached its maximum size. */
  isFull: boolean
}

/** A notice for demo visitors above every page: first the time at which their sandbox ends, later that it has ended. */
export function SandboxNotice({ endsAt, isFull }: SandboxNoticeProps) {
  const { t } = useTranslation('demo')
  const { language, timeZone } = useTimeFormat()
  const isOver = useIsOver(endsAt)
  const text = t(isOver ? 'sandboxOver' : isFull ? 'sandboxFull' : 'sandbox', {
    time: timeOfDay(endsAt, language, timeZone),
  })
  return (
    <aside aria-label={text} className="sandbox-notice">
      <p>
        {text}{' '}
        {isOver ? (
          // The link loads a new document, because the current document has data of the sandbox.
          <a href="/login" className="text-link">
            {t('newSandbox')}
          </a>
        ) : (
          <a href="/dev/inbox" target="_blank" rel="noopener" className="text-link">
            {t('sandboxInbox')}
          </a>
        )}
      </p>
    </aside>
  )
}

function useIsOver(endsAt: string): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), Date.parse(endsAt) - Date.now())
    return () => clearTimeout(timer)
  }, [endsAt])
  return isOver
}
