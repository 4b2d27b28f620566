import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Search } from 'lucide-react'
import { appConfig } from '#app.config'
import { formText } from '#lib/browser.ts'
import { buttonClasses, Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import type { HomeLists, HomeRepository } from '../home.server.ts'

interface HomePageProps {
  /** The lines that features add above the title. */
  head: ReactNode
  /** The cards that features add below the title. */
  cards: ReactNode
  /** The user's name in the greeting. */
  name: string
  canManage: boolean
  lists: HomeLists
  /** The titles of the lists that features add, in their order. */
  titles: Record<string, ComponentType>
}

/** The home page of the user area: a search, the lists of features, and the newest repositories. */
export function HomePage({ head, cards, name, canManage, lists, titles }: HomePageProps) {
  const { t } = useTranslation('home')
  return (
    <div className="grid gap-8">
      <header className="min-w-0">
        {head}
        <h1 className="header-title font-semibold">{t('greeting', { name })}</h1>
      </header>
      {cards}
      <RepositorySearch />
      {Object.entries(titles).map(([list, Title]) => {
        const repositories = lists.more[list] ?? []
        return (
          repositories.length > 0 && (
            <section key={list}>
              <h2 className="mb-2 flex min-h-11 items-center font-semibold">
                <Title />
              </h2>
              <HomeList repositories={repositories} />
            </section>
          )
        )
      })}
      <NewestRepositories repositories={lists.newest} />
      {canManage && (
        <Link to="/manager/dashboard" className={`${buttonClasses()} justify-self-start`}>
          {t('openManager')}
        </Link>
      )}
    </div>
  )
}

function NewestRepositories({ repositories }: { repositories: HomeRepository[] }) {
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

function HomeList({ repositories }: { repositories: HomeRepository[] }) {
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

/** A search form that opens the list of repositories. The browser submits it if JavaScript is not available yet. */
function RepositorySearch() {
  const { t } = useTranslation(['home', 'common'])
  const navigate = useNavigate()
  return (
    <form
      role="search"
      action="/app/repositories"
      className="flex max-w-[720px] flex-wrap gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const searchTerm = formText(event.currentTarget, 'searchTerm').trim()
        void navigate({ to: '/app/repositories', search: { searchTerm } })
      }}
    >
      {/* The button is beside the field, or below it if the field would be too narrow for its text. */}
      <div className="relative flex-1 basis-62">
        <Search aria-hidden="true" className="pointer-events-none absolute start-3 top-3.5 size-4 text-muted" />
        <input
          type="search"
          name="searchTerm"
          aria-label={t('searchRepositories')}
          placeholder={t('searchRepositories')}
          maxLength={appConfig.lists.searchTermMaxLength}
          dir="auto"
          className="h-control w-full rounded-control border border-edge bg-surface ps-9 pe-3 text-comfortable placeholder:text-muted"
        />
      </div>
      <Button type="submit" className="max-[360px]:grow">
        {t('common:search')}
      </Button>
    </form>
  )
}
