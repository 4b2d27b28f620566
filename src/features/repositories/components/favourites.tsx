import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClasses } from '#ui/button.tsx'
import type { Column } from '#ui/list-head.tsx'
import { ListLink } from '#ui/list-link.tsx'
import type { RepositoriesSearch, RepositoryRow } from '../repositories.schema.ts'

/** The column of the stars; none where nobody stars. */
export function starColumn(renderStar: ((row: RepositoryRow) => ReactNode) | undefined): Column<RepositoryRow>[] {
  if (!renderStar) return []
  return [{ name: 'star', header: <StarHead />, width: '60px', cell: renderStar }]
}

function StarHead() {
  const { t } = useTranslation('discovery')
  return <span className="sr-only">{t('favourites')}</span>
}

/** The switch between all repositories and one's favourites; without JavaScript it is sent along with a search. */
export function FavouritesFilter({ favourites }: Pick<RepositoriesSearch, 'favourites'>) {
  const { t } = useTranslation('discovery')
  const isOn = favourites === 'only'
  return (
    <>
      {isOn && <input type="hidden" name="favourites" value={favourites} />}
      <ListLink
        changed={{ favourites: isOn ? '' : 'only' }}
        className={`${buttonClasses()} ${isOn ? 'border-accent bg-accent-surface text-accent' : ''}`}
        aria-current={isOn || undefined}
      >
        <Star aria-hidden="true" className={`size-4 ${isOn ? 'fill-current' : ''}`} />
        {t('favourites')}
      </ListLink>
    </>
  )
}
