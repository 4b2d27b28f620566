import { useTranslation } from 'react-i18next'
import { timeOfDay } from '#lib/time-zone.ts'
import { useTelling } from '#ui/time-zone.tsx'

/** Tells a visitor of the demo, above every page, that they may change everything, and until when. @param props.endsAt ISO 8601 */
export function SandboxNotice({ endsAt }: { endsAt: string }) {
  const { t } = useTranslation()
  const { language, timeZone } = useTelling()
  const text = t('sandbox', { time: timeOfDay(endsAt, language, timeZone) })
  return (
    <aside aria-label={text} className="sandbox-notice">
      {text}
    </aside>
  )
}
