import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClasses } from '#ui/button.tsx'
import { HomeList, NewestRepositories } from '../components/newest-repositories.tsx'
import { RepositorySearch } from '../components/repository-search.tsx'
import type { HomeLists } from '../home.server.ts'

interface HomePageProps {
  /** The user's name in the greeting. */
  name: string
  canManage: boolean
  lists: HomeLists
  /** The titles of the lists that features add, in their order. */
  titles: Record<string, ComponentType>
  onSearch: (searchTerm: string) => void
}

/** The home page of the user area: a search, the lists of features, and the newest repositories. */
export function HomePage({ name, canManage, lists, titles, onSearch }: HomePageProps) {
  const { t } = useTranslation('home')
  return (
    <div className="grid gap-8">
      <h1 className="header-title font-semibold">{t('greeting', { name })}</h1>
      <RepositorySearch onSearch={onSearch} />
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
