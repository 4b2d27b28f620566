import { Link, Outlet, useRouteContext, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ProductMark } from '#ui/icons.tsx'
import { ProductName } from './environment-banner.tsx'

/** The frame of the pages for developers, with a link to each by its path; only in local mode. */
export function DevFrame() {
  const { t } = useTranslation()
  const { routesByPath } = useRouter()
  const { isLocal } = useRouteContext({ from: '__root__' }).init.environment
  if (!isLocal) return <Outlet />
  const paths = Object.keys(routesByPath).filter((path) => path.startsWith('/dev/'))
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-hairline bg-surface px-6 py-2 print:hidden">
        <Link to="/" className="flex min-h-11 items-center gap-2.5 font-semibold">
          <ProductMark className="size-8" />
          <ProductName className="text-comfortable" />
        </Link>
        <nav aria-label={t('mainNavigation')} className="flex gap-1 max-sm:-mx-3 max-sm:w-full max-sm:overflow-x-auto">
          {paths.map((path) => (
            <Link key={path} to={path} className="place text-body">
              {path.slice('/dev/'.length)}
            </Link>
          ))}
        </nav>
      </header>
      <Outlet />
    </>
  )
}
