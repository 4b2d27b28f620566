import { useTranslation } from 'react-i18next'
import { timeOfDay } from '#lib/time-zone.ts'
import { useTelling } from '#ui/time-zone.tsx'

interface SandboxNoticeProps {
  /** ISO 8601 */
  endsAt: string
  /** It has no room for more. */
  isFull: boolean
}

/** Tells a visitor of the demo, above every page, that they may change everything, and until when. */
export function SandboxNotice({ endsAt, isFull }: SandboxNoticeProps) {
  const { t } = useTranslation('demo')
  const { language, timeZone } = useTelling()
  const text = t(isFull ? 'sandboxFull' : 'sandbox', { time: timeOfDay(endsAt, language, timeZone) })
  return (
    <aside aria-label={text} className="sandbox-notice">
      <p>
        {text}{' '}
        <a href="/dev/inbox" target="_blank" rel="noopener" className="text-link">
          {t('sandboxInbox')}
        </a>
      </p>
    </aside>
  )
}
