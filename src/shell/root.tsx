import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState, startTransition } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { hasLanguageInBrowserStorage } from '#i18n/remember-language.ts'
import { writeCookie } from '#lib/browser.ts'
import { displayNameOf } from '#lib/names.ts'
import { browserTimeZone } from '#lib/time-zone.ts'
import { TimeZoneProvider } from '#ui/time-zone.tsx'
import type { AppInit } from './app-init.server.ts'
import { repeatEarlyInput } from './early-input.ts'
import { EnvironmentBanner } from './environment-banner.tsx'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { useIsPending } from './pending-work.ts'
import { SandboxNotice } from './sandbox-notice.tsx'
import { ThemeProvider } from './theme.tsx'
import { useChangeLanguage } from './use-change-language.ts'

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
      <a href="#main" className="skip-link">
        {t('skipToContent')}
      </a>
      <EnvironmentBanner environment={environment} />
      {viewer && viewer.impersonationSecondsLeft !== null && (
        <ImpersonationBanner
          id={viewer.id}
          name={displayNameOf(viewer)}
          secondsLeft={viewer.impersonationSecondsLeft}
        />
      )}
      <TimeZoneProvider timeZone={ownTimeZone}>
        {typeof demo?.sandboxEndsAt === 'string' && (
          <SandboxNotice endsAt={demo.sandboxEndsAt} isFull={demo.isReadOnly} />
        )}
        <Outlet />
        {/* With its own Suspense boundary, React hydrates `EarlyInputRepeater` together with the page, but last. */}
        <Suspense>
          <EarlyInputRepeater />
        </Suspense>
      </TimeZoneProvider>
      <ProgressBar />
      <OfflineNotice />
      <Announcer />
    </ThemeProvider>
  )
}

function EarlyInputRepeater() {
  useEffect(repeatEarlyInput, [])
  return null
}

/** Announces a new page's title and a changed language to screen readers, and focuses the heading of the new page. */
function Announcer() {
  const router = useRouter()
  const { i18n } = useTranslation()
  const [news, setNews] = useState('')

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        setNews(document.title)
        // Do not take the focus from a field that the new page has focused.
        if (document.activeElement?.matches('input, textarea, select')) return
        const heading = document.querySelector<HTMLElement>('main h1')
        heading?.setAttribute('tabindex', '-1')
        heading?.focus({ preventScroll: true })
      }),
    [router],
  )

  useEffect(() => {
    const tellLanguage = () => setNews(i18n.t('languageChanged'))
    i18n.on('languageChanged', tellLanguage)
    return () => i18n.off('languageChanged', tellLanguage)
  }, [i18n])

  return (
    <p aria-live="assertive" className="sr-only">
      {news}
    </p>
  )
}

/** A line along the top while a navigation or other work takes a while. Appears late, because quick work needs no indicator. */
function ProgressBar() {
  const { t } = useTranslation()
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const isWorking = useIsPending()
  if (!isLoading && !isWorking) return null
  return (
    <div
      role="progressbar"
      aria-label={t('loading')}
      className="fixed inset-x-0 top-0 z-50 h-0.5 animate-[fade-in_1ms_400ms_both] overflow-hidden"
    >
      <div className="h-full w-2/5 animate-[pass-by_1.2s_linear_infinite] bg-primary rtl:[animation-direction:reverse]" />
    </div>
  )
}

/**
 * Returns the time zone of this browser; during hydration, the one that the server used. Stores the browser's time zone in a
 * cookie, so that the server uses it from the next page on.
 * @param fromServer the time zone that the server used
 */
function useBrowserTimeZone(fromServer: string): string {
  const [timeZone, setTimeZone] = useState(fromServer)
  useEffect(() => {
    const own = browserTimeZone()
    const { name, maxAgeMinutes } = appConfig.timeZoneCookie
    writeCookie(name, own, maxAgeMinutes * 60)
    // A transition waits for hydration. Otherwise parts that are not hydrated yet would be created again.
    startTransition(() => setTimeZone(own))
  }, [])
  return timeZone
}

/** Changes once after hydration to the language in this browser's storage, if the server's cookie is missing. */
function useDetectedLanguage(): void {
  const { i18n } = useTranslation()
  const changeLanguage = useChangeLanguage()
  useEffect(() => {
    if (document.cookie.includes(`${appConfig.languageCookie.name}=`) || !hasLanguageInBrowserStorage()) return
    void import('#i18n/detect-language.ts').then(({ detectLanguage }) => {
      const detected = detectLanguage()
      return detected && detected !== i18n.language ? changeLanguage(detected) : undefined
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each page load
  }, [])
}
