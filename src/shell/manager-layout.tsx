import { Link, Outlet } from '@tanstack/react-router'
import { Menu, PanelLeftClose, PanelLeftOpen, ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { Viewer } from '#auth/current-session.server.ts'
import { navigationLinksOf } from '#features.ui.ts'
import { writeCookie } from '#lib/browser.ts'
import { ProductMark } from '#ui/icons.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { ProductName } from './environment-banner.tsx'
import { FlashMessage } from './flash-message.tsx'
import type { RenderFrameTools } from './frame-tools.ts'
import { Main } from './main.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { readCookie } from './read-cookie.ts'
import { NoScriptNotice, SlowNotice } from './slow-notice.tsx'
import { UserMenu } from './user-menu.tsx'

interface ManagerLayoutProps {
  viewer: Viewer
  renderTools: RenderFrameTools
}

/** The frame of the administration: a sidebar that can be collapsed on wide screens, a panel on phones. */
export function ManagerLayout({ viewer, renderTools }: ManagerLayoutProps) {
  const { t } = useTranslation()
  const { sidebar, isCollapsed, toggle } = useSidebar()
  const [isMenuOpen, setIsMenuOpen] = useState(false)

  return (
    <div className="flex-1 max-md:[--header-height:64px] md:grid md:grid-cols-[auto_minmax(0,1fr)]">
      <header className="phone-header">
        <button type="button" aria-label={t('menu')} onClick={() => setIsMenuOpen(true)} className="icon-button">
          <Menu aria-hidden="true" className="size-5" />
        </button>
        <HomeLink />
        <div className="ms-auto flex items-center gap-1">
          {renderTools()}
          <UserMenu viewer={viewer} place="header" account="/manager/account" />
        </div>
      </header>
      {/* Without JavaScript, these links replace the menu. They are plain, so that the HTML stays small. */}
      <noscript className="md:hidden">
        <nav aria-label={t('mainNavigation')} className="flex flex-wrap border-b border-hairline bg-surface px-1">
          {navigationLinksOf('manager').map(({ to, label }) => (
            <a key={to} href={to} className="place">
              {t(`nav.${label}`)}
            </a>
          ))}
        </nav>
      </noscript>
      <Dialog isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} title={t('menu')} place="start">
        <ManagerNavigation onNavigate={() => setIsMenuOpen(false)} />
      </Dialog>
      <aside
        data-sidebar={sidebar}
        className="z-30 hidden w-60 border-e border-hairline bg-surface md:block collapsed:w-16"
      >
        <div className="sidebar">
          <div className="flex items-center justify-between gap-2 collapsed:flex-col">
            <HomeLink />
            <button
              type="button"
              aria-expanded={!isCollapsed}
              aria-label={isCollapsed ? t('expandSidebar') : t('collapseSidebar')}
              onClick={toggle}
              title={isCollapsed ? t('expandSidebar') : t('collapseSidebar')}
              className="icon-button"
            >
              <PanelLeftClose aria-hidden="true" className="size-5 rtl:-scale-x-100 collapsed:hidden" />
              <PanelLeftOpen aria-hidden="true" className="hidden size-5 rtl:-scale-x-100 collapsed:block" />
            </button>
          </div>
          <OrganizationSwitcher viewer={viewer} className="" />
          {renderTools(true)}
          <ManagerNavigation />
          <UserMenu viewer={viewer} place="sidebar" account="/manager/account" />
        </div>
      </aside>
      <Main className="mx-auto w-full max-w-[1200px] px-4 py-6 md:px-8 md:py-8">
        <SlowNotice />
        <NoScriptNotice />
        <FlashMessage />
        <Outlet />
      </Main>
    </div>
  )
}

function HomeLink() {
  return (
    <Link to="/manager/dashboard" className="home-link">
      <ProductMark className="size-8 shrink-0" />
      <ProductName className="home-name" />
    </Link>
  )
}

/** The state of the sidebar. Until the user has chosen, it is 'auto': collapsed if there is little room. */
type Sidebar = 'open' | 'collapsed' | 'auto'

const { name, maxAgeMinutes } = appConfig.sidebarCookie

/** Returns the state in this browser's cookie, which the server reads too, so that hydration does not change the layout. */
function chosenSidebar(): Sidebar {
  const stored = readCookie(name)
  return (['open', 'collapsed'] as const).find((choice) => choice === stored) ?? 'auto'
}

/**
 * Returns the sidebar as the user left it. CSS collapses it from the first frame on (`collapsed:`); `isCollapsed` is for labels and
 * attributes, which CSS cannot set, and assumes a wide window until hydration.
 */
function useSidebar() {
  const [sidebar, setSidebar] = useState(chosenSidebar)
  const hasRoom = useMediaQuery('(width >= 1024px)')
  const isCollapsed = sidebar === 'collapsed' || (sidebar === 'auto' && !hasRoom)

  function toggle() {
    const chosen = isCollapsed ? 'open' : 'collapsed'
    setSidebar(chosen)
    // The choice applies to every window width.
    writeCookie(name, chosen, maxAgeMinutes * 60)
  }

  return { sidebar, isCollapsed, toggle }
}

/** The navigation of the administration, with a link to the user area. `onNavigate` is called on each click. */
function ManagerNavigation({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('mainNavigation')} className="flex flex-1 flex-col gap-0.5">
      {navigationLinksOf('manager').map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} activeOptions={{ includeSearch: false }} onClick={onNavigate} className="place">
          <Icon aria-hidden="true" />
          <span className="place-name">{t(`nav.${label}`)}</span>
        </Link>
      ))}
      <Link to="/app" onClick={onNavigate} className="place mt-auto">
        <ArrowLeftRight aria-hidden="true" />
        <span className="place-name">{t('nav.app')}</span>
      </Link>
    </nav>
  )
}
