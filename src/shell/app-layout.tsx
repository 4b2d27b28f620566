import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useEffect, useEffectEvent } from 'react'
import type { Viewer } from '#auth/current-session.server.ts'
import { navigationLinksOf } from '#features.ui.ts'
import { AppError } from '#lib/app-error.ts'
import { readStored, writeStored } from '#lib/browser.ts'
import { ProductMark } from '#ui/icons.tsx'
import { useErrorText } from '#ui/use-error-text.ts'
import { ProductName } from './environment-banner.tsx'
import { FlashMessage } from './flash-message.tsx'
import type { RenderFrameTools } from './frame-tools.ts'
import { Main } from './main.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { NoScriptNotice, SlowNotice } from './slow-notice.tsx'
import { UserMenu } from './user-menu.tsx'

interface AppLayoutProps {
  viewer: Viewer
  renderTools: RenderFrameTools
}

/** The frame of the user area: links on top on wide screens, a bar at the bottom on phones. */
export function AppLayout({ viewer, renderTools }: AppLayoutProps) {
  const { t } = useTranslation()
  const links = navigationLinksOf('app')
  return (
    <div className="group/frame comfortable flex flex-1 flex-col text-comfortable [--header-height:65px]">
      <header className="sticky top-[var(--stuck-height,0px)] z-30 border-b border-hairline bg-surface group-has-[[data-bare-on-phones]]/frame:max-md:hidden">
        <div className="mx-auto flex h-16 max-w-[1088px] items-center gap-6 px-4 md:px-6">
          <Link to="/app" className="flex min-h-11 items-center gap-2.5 font-semibold">
            <ProductMark className="size-8" />
            <ProductName className="max-[359px]:sr-only" />
          </Link>
          <nav aria-label={t('mainNavigation')} className="hidden flex-1 gap-1 md:flex">
            {links.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                activeOptions={{ exact: to === '/app', includeSearch: false }}
                className="place text-body"
              >
                {t(`nav.${label}`)}
              </Link>
            ))}
          </nav>
          <div className="ms-auto flex min-w-0 items-center gap-1">
            <OrganizationSwitcher viewer={viewer} className="hidden min-w-0 max-w-60 text-body lg:block xl:max-w-100" />
            {renderTools()}
            <UserMenu viewer={viewer} place="header" account="/app/account" />
          </div>
        </div>
      </header>
      <Main className="mx-auto w-full max-w-[1088px] flex-1 px-4 py-6 pb-28 md:px-6 md:py-8 md:pb-12">
        <SlowNotice />
        <NoScriptNotice />
        <OrganizationSwitchedNotice organizationId={viewer.organization?.id ?? ''} />
        <FlashMessage />
        <Outlet />
      </Main>
      <nav
        aria-label={t('mainNavigation')}
        className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap border-t border-hairline bg-surface pb-[env(safe-area-inset-bottom)] group-has-[[data-bare-on-phones]]/frame:hidden md:hidden"
      >
        {links.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/app', includeSearch: false }}
            className="flex min-h-14 flex-1 basis-14 flex-col items-center justify-center gap-0.5 text-center text-tiny text-muted aria-[current=page]:font-medium aria-[current=page]:text-accent"
          >
            <Icon aria-hidden="true" className="size-5" />
            {t(`nav.${label}`)}
          </Link>
        ))}
      </nav>
    </div>
  )
}

/** The storage key by which tabs share the ID of the active organization; the ID is empty if no organization is active. */
const STORAGE_KEY = 'organization'
/** The events on which the stored ID is read again: a change in another tab, and a return to this tab after a suspension. */
const CHECK_EVENTS = ['storage', 'pageshow', 'focus'] as const

/** Warns if another tab has switched the organization, because the server no longer uses this page's organization. */
function OrganizationSwitchedNotice({ organizationId }: { organizationId: string }) {
  const { errorText, showError, clearError } = useErrorText()
  const look = useEffectEvent(() => {
    const active = readStored(STORAGE_KEY)
    if (active === null || active === organizationId) clearError()
    else void showError(new AppError('ORGANIZATION_SWITCHED'))
  })
  useEffect(() => {
    const listen = () => look()
    for (const event of CHECK_EVENTS) window.addEventListener(event, listen)
    return () => {
      for (const event of CHECK_EVENTS) window.removeEventListener(event, listen)
    }
  }, [])
  useEffect(() => {
    storeOrganization(organizationId)
    look()
  }, [organizationId])
  return (
    <div aria-live="polite">
      {errorText !== undefined && (
        <p className="mb-6 rounded-card border border-hairline bg-warning-surface px-4 py-2 text-warning">
          {errorText}
        </p>
      )}
    </div>
  )
}

/** The ID that this document has stored last, so that a later return to this area does not store it again. */
let storedId: string | undefined

function storeOrganization(organizationId: string) {
  if (storedId === organizationId) return
  storedId = organizationId
  writeStored(STORAGE_KEY, organizationId)
}
