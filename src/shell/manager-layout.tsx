import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { Viewer } from '#auth/session.server.ts'
import { Mark } from '#ui/icons.tsx'
import { MANAGER_LINKS } from './navigation.ts'
import { UserMenu } from './user-menu.tsx'

/** The frame of the administration: a sidebar on wide screens, a bar with the places on phones. */
export function ManagerLayout({ viewer }: { viewer: Viewer }) {
  const { t } = useTranslation()
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[240px_minmax(0,1fr)]">
      <div className="sticky top-0 z-30 flex items-center gap-3 border-hairline bg-surface px-4 max-md:h-16 max-md:border-b md:h-dvh md:flex-col md:items-stretch md:border-e md:p-4">
        <Link to="/manager/dashboard" className="flex items-center gap-2.5 font-semibold md:px-2 md:py-1">
          <Mark className="size-8" />
          <span className="text-md">{appConfig.name}</span>
        </Link>
        <nav aria-label={t('mainNavigation')} className="flex flex-1 gap-1 md:mt-4 md:flex-col">
          {MANAGER_LINKS.map(({ to, label, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              className="flex min-h-11 items-center gap-3 rounded-control px-3 text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-accent-surface aria-[current=page]:font-medium aria-[current=page]:text-accent"
            >
              <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
              {t(`nav.${label}`)}
            </Link>
          ))}
          <Link
            to="/app"
            className="flex min-h-11 items-center rounded-control px-3 text-muted hover:bg-sunken hover:text-text md:mt-auto"
          >
            {t('nav.app')}
          </Link>
        </nav>
        <UserMenu viewer={viewer} opens="down" />
      </div>
      <main id="main" className="mx-auto w-full max-w-[1200px] px-4 py-6 md:px-8 md:py-8">
        <Outlet />
      </main>
    </div>
  )
}
