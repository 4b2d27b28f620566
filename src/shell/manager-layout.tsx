import { Link, Outlet } from '@tanstack/react-router'
import { Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { Viewer } from '#auth/session.server.ts'
import { Mark } from '#ui/icons.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Main } from './main.tsx'
import { ManagerNavigation } from './manager-navigation.tsx'
import { rememberSidebar } from './remember-sidebar.ts'
import { UserMenu } from './user-menu.tsx'

interface ManagerLayoutProps {
  viewer: Viewer
  /** As the person left it; the server reads it from a cookie, so that nothing jumps. */
  isSidebarCollapsed: boolean
}

/** The frame of the administration: a sidebar that can be folded on wide screens, a sheet on phones. */
export function ManagerLayout({ viewer, isSidebarCollapsed }: ManagerLayoutProps) {
  const { t } = useTranslation()
  const [isCollapsed, setIsCollapsed] = useState(isSidebarCollapsed)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const ToggleIcon = isCollapsed ? PanelLeftOpen : PanelLeftClose

  function toggle() {
    setIsCollapsed(!isCollapsed)
    rememberSidebar(!isCollapsed)
  }

  return (
    <div
      className={`flex-1 md:grid ${isCollapsed ? 'md:grid-cols-[64px_minmax(0,1fr)]' : 'md:grid-cols-[240px_minmax(0,1fr)]'}`}
    >
      <header className="sticky top-0 z-30 flex h-16 items-center gap-3 border-b border-hairline bg-surface px-4 md:hidden">
        <button
          type="button"
          aria-label={t('menu')}
          onClick={() => setIsMenuOpen(true)}
          className="inline-flex size-11 items-center justify-center rounded-control hover:bg-sunken"
        >
          <Menu aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </button>
        <Home isCollapsed={false} />
        <div className="ms-auto">
          <UserMenu viewer={viewer} place="header" />
        </div>
      </header>
      <Sheet isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} title={t('menu')}>
        <ManagerNavigation isCollapsed={false} onNavigate={() => setIsMenuOpen(false)} />
      </Sheet>
      <aside className="z-30 hidden border-e border-hairline bg-surface md:block">
        {/* As tall as the window below the banner. When that has scrolled away, the surface goes on beneath. */}
        <div
          className={`sticky top-0 flex h-[calc(100dvh-var(--banner-height,0px))] flex-col gap-4 py-4 ${isCollapsed ? 'px-2.5' : 'px-4'}`}
        >
          <div className={`flex items-center gap-2 ${isCollapsed ? 'flex-col' : 'justify-between'}`}>
            <Home isCollapsed={isCollapsed} />
            <button
              type="button"
              aria-expanded={!isCollapsed}
              aria-label={isCollapsed ? t('expandSidebar') : t('collapseSidebar')}
              onClick={toggle}
              className="inline-flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
            >
              <ToggleIcon aria-hidden="true" className="size-5 rtl:-scale-x-100" strokeWidth={1.75} />
            </button>
          </div>
          <ManagerNavigation isCollapsed={isCollapsed} />
          <UserMenu viewer={viewer} place={isCollapsed ? 'folded' : 'sidebar'} />
        </div>
      </aside>
      <Main className="mx-auto w-full max-w-[1200px] px-4 py-6 md:px-8 md:py-8">
        <Outlet />
      </Main>
    </div>
  )
}

function Home({ isCollapsed }: { isCollapsed: boolean }) {
  return (
    <Link
      to="/manager/dashboard"
      aria-label={appConfig.name}
      className="flex min-h-11 items-center gap-2.5 font-semibold"
    >
      <Mark className="size-8 shrink-0" />
      {!isCollapsed && <span className="text-md">{appConfig.name}</span>}
    </Link>
  )
}
