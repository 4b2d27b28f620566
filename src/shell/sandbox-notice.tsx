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
      {text}
    </aside>
  )
}
