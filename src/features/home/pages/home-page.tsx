import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClasses } from '#ui/button.tsx'
import { NewestRepositories, type NewestRepository } from '../components/newest-repositories.tsx'
import { RepositorySearch } from '../components/repository-search.tsx'

interface HomePageProps {
  /** Who is greeted. */
  name: string
  canManage: boolean
  newest: NewestRepository[]
  onSearch: (searchTerm: string) => void
}

/** The first page of the user area: find a repository, or open one that is new. */
export function HomePage({ name, canManage, newest, onSearch }: HomePageProps) {
  const { t } = useTranslation('home')
  return (
    <div className="grid gap-8">
      <h1 className="text-xl font-semibold">{t('greeting', { name })}</h1>
      <RepositorySearch onSearch={onSearch} />
      <NewestRepositories repositories={newest} />
      {canManage && (
        <Link to="/manager/dashboard" className={`${buttonClasses()} justify-self-start`}>
          {t('openManager')}
        </Link>
      )}
    </div>
  )
}
