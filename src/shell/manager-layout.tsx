import { Link, Outlet } from '@tanstack/react-router'
import { Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { Viewer } from '#auth/current-session.server.ts'
import { Mark } from '#ui/icons.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Main } from './main.tsx'
import { ManagerNavigation } from './manager-navigation.tsx'
import { UserMenu } from './user-menu.tsx'
import { useSidebar } from './use-sidebar.ts'

/** The frame of the administration: a sidebar that can be folded on wide screens, a sheet on phones. */
export function ManagerLayout({ viewer }: { viewer: Viewer }) {
  const { t } = useTranslation()
  const { sidebar, isFolded, toggle } = useSidebar()
  const [isMenuOpen, setIsMenuOpen] = useState(false)

  return (
    <div className="flex-1 max-md:[--header-height:64px] md:grid md:grid-cols-[auto_minmax(0,1fr)]">
      <header className="sticky top-0 z-30 flex h-16 items-center gap-3 border-b border-hairline bg-surface px-4 md:hidden">
        <button
          type="button"
          aria-label={t('menu')}
          onClick={() => setIsMenuOpen(true)}
          className="inline-flex size-11 items-center justify-center rounded-control hover:bg-sunken"
        >
          <Menu aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </button>
        <Home />
        <div className="ms-auto">
          <UserMenu viewer={viewer} place="header" />
        </div>
      </header>
      <Sheet isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} title={t('menu')}>
        <ManagerNavigation isFolded={false} onNavigate={() => setIsMenuOpen(false)} />
      </Sheet>
      <aside
        data-sidebar={sidebar}
        className="z-30 hidden w-60 border-e border-hairline bg-surface md:block folded:w-16"
      >
        {/* As tall as the window below the banner. When that has scrolled away, the surface goes on beneath. */}
        <div className="sticky top-0 flex h-[calc(100dvh-var(--banner-height,0px))] flex-col gap-4 px-4 py-4 folded:px-2.5">
          <div className="flex items-center justify-between gap-2 folded:flex-col">
            <Home />
            <button
              type="button"
              aria-expanded={!isFolded}
              aria-label={isFolded ? t('expandSidebar') : t('collapseSidebar')}
              onClick={toggle}
              className="inline-flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
            >
              <PanelLeftClose aria-hidden="true" className="size-5 rtl:-scale-x-100 folded:hidden" strokeWidth={1.75} />
              <PanelLeftOpen
                aria-hidden="true"
                className="hidden size-5 rtl:-scale-x-100 folded:block"
                strokeWidth={1.75}
              />
            </button>
          </div>
          <ManagerNavigation isFolded={isFolded} />
          <UserMenu viewer={viewer} place="sidebar" />
        </div>
      </aside>
      <Main className="mx-auto w-full max-w-[1200px] px-4 py-6 md:px-8 md:py-8">
        <Outlet />
      </Main>
    </div>
  )
}

function Home() {
  return (
    <Link
      to="/manager/dashboard"
      aria-label={appConfig.name}
      className="flex min-h-11 items-center gap-2.5 font-semibold"
    >
      <Mark className="size-8 shrink-0" />
      <span className="text-md folded:hidden">{appConfig.name}</span>
    </Link>
  )
}
