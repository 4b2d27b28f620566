import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { PublicEnvironment } from './app-init.server.ts'

const OUR_PLUM = { backgroundColor: 'oklch(0.47 0.15 340)', color: 'oklch(0.99 0.005 340)' }

/** A line on top that says which environment this is, when it has a name. */
export function EnvironmentBanner({
  environment: { name, emoji, color, isLocal },
}: {
  environment: PublicEnvironment
}) {
  const { t } = useTranslation()
  const shown = name ?? (isLocal ? t('localMode') : undefined)
  if (shown === undefined) return null
  return (
    <aside
      aria-label={t('environment', { name: shown })}
      style={
        color === appConfig.environment.defaultColor
          ? OUR_PLUM
          : { backgroundColor: color, color: `contrast-color(${color})` }
      }
      className="px-4 py-0.5 text-center text-xs font-medium"
    >
      {emoji && <span aria-hidden="true">{emoji} </span>}
      <bdi className="rounded-sm bg-[oklch(0.2_0.006_340)] px-1.5 text-[oklch(0.99_0_0)]">{shown}</bdi>
    </aside>
  )
}
