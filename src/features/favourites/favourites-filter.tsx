import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClasses } from '#ui/button.tsx'
import { ListLink } from '#ui/list-link.tsx'

/** The switch between all repositories and the user's favourites. The search form submits its state too, without JavaScript. */
export function FavouritesFilter({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('discovery')
  return (
    <>
      {isOn && <input type="hidden" name="favourites" value="only" />}
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
