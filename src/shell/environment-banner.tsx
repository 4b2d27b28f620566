import { useRouteContext } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { PublicEnvironment } from './app-init.server.ts'

/** A line at the top of every page in the color of the environment, with its name; nothing without a name. */
export function EnvironmentBanner({ environment: { name, emoji, color } }: { environment: PublicEnvironment }) {
  const { t } = useTranslation()
  if (name === undefined) return null
  const isOurPlum = color === appConfig.environment.defaultColor
  return (
    <aside
      aria-label={t('environment', { name })}
      style={{ '--environment': isOurPlum ? 'oklch(0.47 0.15 var(--brand-hue))' : color } as CSSProperties}
      className="environment-banner"
    >
      <span>
        {emoji && <span aria-hidden="true">{emoji}</span>}
        <bdi className="truncate">{name}</bdi>
      </span>
    </aside>
  )
}

/** The name of the product, with a label for local mode if the environment has no name. */
export function ProductName({ className }: { className?: string }) {
  const { t } = useTranslation()
  const isUnnamedLocal = useRouteContext({
    from: '__root__',
    select: ({ init: { environment } }) => environment.isLocal && environment.name === undefined,
  })
  return (
    <>
      <span className={className}>{appConfig.name}</span>
      {isUnnamedLocal && <span className="local-mode">{t('localMode')}</span>}
    </>
  )
}
