import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { PublicEnvironment } from './app-init.server.ts'

/** A line on top that says which environment this is, when it has a name. */
export function EnvironmentBanner({
  environment: { name, emoji, color, isLocal },
}: {
  environment: PublicEnvironment
}) {
  const { t } = useTranslation()
  const shown = name ?? (isLocal ? t('localMode') : undefined)
  if (shown === undefined) return null
  const isOurPlum = color === appConfig.environment.defaultColor
  return (
    <aside
      aria-label={t('environment', { name: shown })}
      style={{ backgroundColor: isOurPlum ? 'oklch(0.47 0.15 340)' : color }}
      className="environment-banner flex items-center justify-center gap-1.5 text-xs font-medium"
    >
      {emoji && <span aria-hidden="true">{emoji}</span>}
      {/* On a ground of its own, for any colour may be set. */}
      <bdi className="max-w-[90%] truncate rounded-full bg-[oklch(0.2_0.006_340)] px-2 text-[oklch(0.99_0_0)]">
        {shown}
      </bdi>
    </aside>
  )
}
