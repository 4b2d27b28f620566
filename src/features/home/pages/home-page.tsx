import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Plus, Search } from 'lucide-react'
import { appConfig } from '#app.config'
import { formText } from '#lib/browser.ts'
import { buttonClasses, Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { RowLink } from '#ui/row-link.tsx'
import { TruncatedAddress, TruncatedText } from '#ui/truncated-text.tsx'
import type { HomeLists, HomeRepository } from '../home.server.ts'

interface HomePageProps {
  /** The lines that features add above the title. */
  head: ReactNode
  /** The cards that features add below the title. */
  cards: ReactNode
  /** The user's name in the greeting. */
  name: string
  /** Whether the user can create repositories for the owner of the listed ones. */
  canCreate: boolean
  canManage: boolean
  lists: HomeLists
  /** The titles of the lists that features add, in their order. */
  titles: Record<string, ComponentType>
}

/** The home page of the user area: a search, the lists of features, and the newest repositories. */
export function HomePage({ head, cards, name, canCreate, canManage, lists, titles }: HomePageProps) {
  const { t } = useTranslation('home')
  return (
    <div className="list-page grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-[1_1_20rem]">
          {head}
          <h1 className="header-title font-semibold">{t('greeting', { name })}</h1>
        </div>
        {lists.newest.length > 0 && <RepositorySearch />}
      </header>
      {cards}
      {Object.entries(titles).map(([list, Title]) => {
        const repositories = lists.more[list] ?? []
        return repositories.length > 0 && <HomeList key={list} title={<Title />} repositories={repositories} />
      })}
      <HomeList
        title={t('newestRepositories')}
        aside={
          <Link to="/app/repositories" className="inline-flex min-h-11 items-center text-link text-body">
            {t('allRepositories')}
          </Link>
        }
        repositories={lists.newest}
        emptyAction={
          canCreate && (
            <Link to="/app/repositories" search={{ dialog: 'new' }} className={buttonClasses('primary')}>
              <Plus aria-hidden="true" className="size-4" />
              {t('addRepository')}
            </Link>
          )
        }
      />
      {canManage && (
        <Link to="/manager/dashboard" className={`${buttonClasses()} justify-self-start`}>
          {t('openManager')}
        </Link>
      )}
    </div>
  )
}

interface HomeListProps {
  title: ReactNode
  /** The link beside the title. */
  aside?: ReactNode
  repositories: HomeRepository[]
  /** The action that replaces the rows of an empty list. */
  emptyAction?: ReactNode
}

function HomeList({ title, aside, repositories, emptyAction }: HomeListProps) {
  const { t } = useTranslation(['home', 'common'])
  return (
    <section>
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 className="font-semibold">{title}</h2>
        {repositories.length > 0 && aside}
      </div>
      {repositories.length === 0 ? (
        <EmptyState text={t('common:list.empty')} hint={t('noRepositories')} action={emptyAction} />
      ) : (
        <ul className="divide-y divide-hairline overflow-hidden rounded-card border border-hairline bg-surface">
          {repositories.map(({ id, name, link, language, at }) => (
            <li key={id} className="relative flex min-h-14 items-center gap-x-6 px-5 py-2.5 hover:bg-sunken">
              <div className="min-w-0 flex-1 leading-[1.4]">
                <RowLink to="/app/repositories/$id" id={id}>
                  <TruncatedText>{name}</TruncatedText>
                </RowLink>
                <div className="flex text-small text-muted">
                  <TruncatedAddress>{link}</TruncatedAddress>
                </div>
              </div>
              {language !== null && <span className="w-28 text-small text-muted max-sm:hidden">{language}</span>}
              <span className="text-end text-small text-muted sm:w-28">
                <RelativeTime at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
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
      className="flex flex-[1_1_15rem] flex-wrap gap-3 sm:max-w-80"
      onSubmit={(event) => {
        event.preventDefault()
        const searchTerm = formText(event.currentTarget, 'searchTerm').trim()
        void navigate({ to: '/app/repositories', search: { searchTerm } })
      }}
    >
      <div className="search-field max-w-none">
        <Search aria-hidden="true" className="size-4" />
        <input
          type="search"
          name="searchTerm"
          aria-label={t('searchRepositories')}
          placeholder={t('searchRepositories')}
          maxLength={appConfig.lists.searchTermMaxLength}
          dir="auto"
          className="field h-control ps-9"
        />
      </div>
      <noscript>
        <Button type="submit">{t('common:search')}</Button>
      </noscript>
    </form>
  )
}
