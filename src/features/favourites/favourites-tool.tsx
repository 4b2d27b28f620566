import { useTranslation } from 'react-i18next'
import type { RowTool, MarkedRow } from '#feature/row-tool.ts'
import { useNoteOpened } from './use-note-opened.ts'
import { Star } from 'lucide-react'
import { buttonClasses } from '#ui/button.tsx'
import { ListLink } from '#ui/list-link.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { useStar } from './favourites.mutations.ts'

/** The stars of repositories, the filter by stars, and the recording of opened repositories. */
export const favouritesTool: RowTool = {
  Around({ id, isKept, children }) {
    const renderMark = useRenderStar()
    const onOpen = useNoteOpened(id, isKept)
    return (
      <>
        {children({ renderMark, onOpen })}
        <StarForms />
      </>
    )
  },
  Head() {
    const { t } = useTranslation('discovery')
    return <span className="sr-only">{t('favourites')}</span>
  },
  Filter: FavouritesFilter,
}

/** The switch between all repositories and the user's favourites. The search form submits its state too, without JavaScript. */
function FavouritesFilter({ isOn }: { isOn: boolean }) {
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

/** The forms that stars submit without JavaScript. All stars of a page share one that adds and one that removes. */
const FORMS = { add: 'add-favourite', remove: 'remove-favourite' } as const

/**
 * Returns a function that renders a star: the button that adds a repository to the favourites, or removes it. Loads the
 * translations once for all rows. Without JavaScript the buttons need `StarForms`.
 */
function useRenderStar() {
  const { t, i18n } = useTranslation('discovery')
  const star = useStar(i18n)
  return ({ id, name, marks: { favourites: isFavourite = false } }: MarkedRow) => (
    <button
      form={isFavourite ? FORMS.remove : FORMS.add}
      name="id"
      value={id}
      aria-label={t('favourite', { name })}
      aria-pressed={isFavourite}
      className="star"
      onClick={(event) => {
        event.preventDefault()
        void star(id, !isFavourite)
      }}
    />
  )
}

/** The forms that the stars of a page submit without JavaScript. */
function StarForms() {
  return Object.values(FORMS).map((intent) => (
    <form key={intent} id={intent} method="post" hidden>
      <HiddenFields values={{ intent }} />
    </form>
  ))
}
