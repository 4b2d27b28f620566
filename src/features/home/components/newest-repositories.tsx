import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#ui/relative-time.tsx'
import type { HomeRepository } from '../home.server.ts'

/** The repositories that were added last, each with a link to its page. */
export function NewestRepositories({ repositories }: { repositories: HomeRepository[] }) {
  const { t } = useTranslation('home')
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold">{t('newestRepositories')}</h2>
        <Link to="/app/repositories" className="inline-flex min-h-11 items-center text-link text-body">
          {t('allRepositories')}
        </Link>
      </div>
      {repositories.length === 0 ? (
        <p className="text-muted">{t('noRepositories')}</p>
      ) : (
        <HomeList repositories={repositories} />
      )}
    </section>
  )
}

/** Repositories on the home page, each with a link to its page. */
export function HomeList({ repositories }: { repositories: HomeRepository[] }) {
  return (
    <ul className="divide-y divide-hairline overflow-hidden rounded-card border border-hairline bg-surface">
      {repositories.map(({ id, name, at }) => (
        <li key={id}>
          <Link
            to="/app/repositories/$id"
            params={{ id }}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 px-5 py-2 -outline-offset-2 hover:bg-sunken"
          >
            <bdi className="font-medium">{name}</bdi>
            <span className="text-small text-muted">
              <RelativeTime at={at} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
