import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOf } from '#lib/names.ts'
import { IconLines } from '#ui/icon-lines.tsx'
import { TimeZoneProvider } from '#ui/time-zone.tsx'
import { Announcer } from './announcer.tsx'
import type { AppInit } from './app-init.server.ts'
import { repeatEarlyInput } from './early-input.ts'
import { EnvironmentBanner } from './environment-banner.tsx'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { SandboxNotice } from './sandbox-notice.tsx'
import { ThemeProvider } from './theme.tsx'
import { useBrowserTimeZone } from './use-browser-time-zone.ts'
import { useDetectedLanguage } from './use-detected-language.ts'

/** The frame of every page: theme, skip link, banners, announcements for screen readers. */
export function Root({
  environment,
  viewer,
  timeZone,
  demo,
}: Pick<AppInit, 'environment' | 'viewer' | 'timeZone' | 'demo'>) {
  const { t } = useTranslation()
  const ownTimeZone = useBrowserTimeZone(timeZone)
  useDetectedLanguage()
  return (
    <ThemeProvider>
      <IconLines>
        <a href="#main" className="skip-link">
          {t('skipToContent')}
        </a>
        <EnvironmentBanner environment={environment} />
        {viewer && viewer.impersonationSecondsLeft !== null && (
          <ImpersonationBanner id={viewer.id} name={nameOf(viewer)} secondsLeft={viewer.impersonationSecondsLeft} />
        )}
        <TimeZoneProvider timeZone={ownTimeZone}>
          {typeof demo?.sandboxEndsAt === 'string' && (
            <SandboxNotice endsAt={demo.sandboxEndsAt} isFull={demo.isReadOnly} />
          )}
          <Outlet />
          {/* In a Suspense boundary like the page, so that React hydrates `Alive` together with the page, but last. */}
          <Suspense>
            <Alive />
          </Suspense>
        </TimeZoneProvider>
        <ProgressBar />
        <OfflineNotice />
        <Announcer />
      </IconLines>
    </ThemeProvider>
  )
}

function Alive() {
  useEffect(repeatEarlyInput, [])
  return null
}
