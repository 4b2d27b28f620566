import { useTranslation } from 'react-i18next'
import { HiddenFields } from '#ui/plain-form.tsx'
import type { MarkedRow } from '#feature/row-tool.ts'
import { useStar } from './favourites.mutations.ts'

/** The forms that stars submit without JavaScript. All stars of a page share one that adds and one that removes. */
const FORMS = { add: 'add-favourite', remove: 'remove-favourite' } as const

/**
 * Returns a function that renders a star: the button that adds a repository to the favourites, or removes it. Loads the
 * translations once for all rows. Without JavaScript the buttons need `StarForms`.
 */
export function useRenderStar() {
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
export function StarForms() {
  return Object.values(FORMS).map((intent) => (
    <form key={intent} id={intent} method="post" hidden>
      <HiddenFields values={{ intent }} />
    </form>
  ))
}
