import { Link, Outlet } from '@tanstack/react-router'
import { Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/current-session.server.ts'
import { Mark } from '#ui/icons.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { ProductName } from './environment-banner.tsx'
import { FlashMessage } from './flash-message.tsx'
import type { RenderFrameTools } from './frame-tools.ts'
import { Main } from './main.tsx'
import { ManagerNavigation } from './manager-navigation.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { SlowNotice } from './slow-notice.tsx'
import { UserMenu } from './user-menu.tsx'
import { useSidebar } from './use-sidebar.ts'

interface ManagerLayoutProps {
  viewer: Viewer
  renderTools: RenderFrameTools
}

/** The frame of the administration: a sidebar that can be collapsed on wide screens, a sheet on phones. */
export function ManagerLayout({ viewer, renderTools }: ManagerLayoutProps) {
  const { t } = useTranslation()
  const { sidebar, isFolded, toggle } = useSidebar()
  const [isMenuOpen, setIsMenuOpen] = useState(false)

  return (
    <div className="flex-1 max-md:[--header-height:64px] md:grid md:grid-cols-[auto_minmax(0,1fr)]">
      <header className="phone-header">
        <button type="button" aria-label={t('menu')} onClick={() => setIsMenuOpen(true)} className="icon-button">
          <Menu aria-hidden="true" className="size-5" />
        </button>
        <Home />
        <div className="ms-auto flex items-center gap-1">
          {renderTools()}
          <UserMenu viewer={viewer} place="header" account="/manager/account" />
        </div>
      </header>
      <Sheet isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} title={t('menu')}>
        <ManagerNavigation onNavigate={() => setIsMenuOpen(false)} />
      </Sheet>
      <aside
        data-sidebar={sidebar}
        className="z-30 hidden w-60 border-e border-hairline bg-surface md:block folded:w-16"
      >
        <div className="sidebar">
          <div className="flex items-center justify-between gap-2 folded:flex-col">
            <Home />
            <button
              type="button"
              aria-expanded={!isFolded}
              aria-label={isFolded ? t('expandSidebar') : t('collapseSidebar')}
              onClick={toggle}
              title={isFolded ? t('expandSidebar') : t('collapseSidebar')}
              className="icon-button"
            >
              <PanelLeftClose aria-hidden="true" className="size-5 rtl:-scale-x-100 folded:hidden" />
              <PanelLeftOpen aria-hidden="true" className="hidden size-5 rtl:-scale-x-100 folded:block" />
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
        <FlashMessage />
        <Outlet />
      </Main>
    </div>
  )
}

function Home() {
  return (
    <Link to="/manager/dashboard" className="home-link">
      <Mark className="size-8 shrink-0" />
      <ProductName className="home-name" />
    </Link>
  )
}
