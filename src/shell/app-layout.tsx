import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { Viewer } from '#auth/current-session.server.ts'
import { Mark } from '#ui/icons.tsx'
import { Main } from './main.tsx'
import { APP_LINKS } from './navigation.ts'
import { UserMenu } from './user-menu.tsx'

/** The frame of the user area: links on top on wide screens, a bar at the bottom on phones. */
export function AppLayout({ viewer }: { viewer: Viewer }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-1 flex-col text-md [--header-height:65px]">
      <header className="sticky top-[var(--stuck-height,0px)] z-30 border-b border-hairline bg-surface">
        <div className="mx-auto flex h-16 max-w-[768px] items-center gap-6 px-6">
          <Link to="/app" className="flex min-h-11 items-center gap-2.5 font-semibold">
            <Mark className="size-8" />
            <span>{appConfig.name}</span>
          </Link>
          <nav aria-label={t('mainNavigation')} className="hidden flex-1 gap-1 md:flex">
            {APP_LINKS.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                activeOptions={{ exact: to === '/app', includeSearch: false }}
                className="inline-flex min-h-11 items-center rounded-control px-3 text-base text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-accent-surface aria-[current=page]:font-medium aria-[current=page]:text-accent"
              >
                {t(`nav.${label}`)}
              </Link>
            ))}
          </nav>
          <div className="ms-auto">
            <UserMenu viewer={viewer} place="header" />
          </div>
        </div>
      </header>
      <Main className="mx-auto w-full max-w-[768px] flex-1 px-6 py-8 pb-28 md:pb-12">
        <Outlet />
      </Main>
      <nav
        aria-label={t('mainNavigation')}
        className="fixed inset-x-0 bottom-0 z-30 flex border-t border-hairline bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        {APP_LINKS.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/app', includeSearch: false }}
            className="flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-center text-xs text-muted aria-[current=page]:font-medium aria-[current=page]:text-accent"
          >
            <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
            {t(`nav.${label}`)}
          </Link>
        ))}
      </nav>
    </div>
  )
}
