import { useTranslation } from 'react-i18next'
import { Star } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { RowTool, MarkedRow } from '#feature/row-tool.ts'
import { ListLink } from '#ui/list-link.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { recordOpenedRepository } from './favourites.functions.ts'
import { useStar } from './favourites.mutations.ts'

/** The stars of repositories, the filter by stars, and the recording of opened repositories. */
export const favouritesTool: RowTool = {
  Around({ id, isSaved, children }) {
    const renderMark = useRenderStar()
    const onOpen = useRecordOpened(id, isSaved)
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

/** The switch between all repositories and the user's favourites. Without JavaScript, the search form submits its state too. */
function FavouritesFilter({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('discovery')
  return (
    <div className="chip" data-on={isOn || undefined}>
      {isOn && <input type="hidden" name="favourites" value="only" />}
      <ListLink changed={{ favourites: isOn ? '' : 'only' }} aria-current={isOn || undefined}>
        <Star aria-hidden="true" className={`size-4 ${isOn ? 'fill-current' : ''}`} />
        {t('favourites')}
      </ListLink>
    </div>
  )
}

/** The ids of the two forms that stars submit without JavaScript. All stars of a page share them. */
const FORM_INTENTS = { add: 'add-favourite', remove: 'remove-favourite' } as const

/**
 * Returns a function that renders a star: the button that adds a repository to the favourites, or removes it. Loads the
 * translations once for all rows. Without JavaScript the buttons need `StarForms`.
 */
function useRenderStar() {
  const { t, i18n } = useTranslation('discovery')
  const star = useStar(i18n)
  return ({ id, name, marks: { favourites: isFavourite = false } }: MarkedRow) => (
    <button
      form={isFavourite ? FORM_INTENTS.remove : FORM_INTENTS.add}
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

function StarForms() {
  return Object.values(FORM_INTENTS).map((intent) => (
    <form key={intent} id={intent} method="post" hidden>
      <HiddenFields values={{ intent }} />
    </form>
  ))
}

/** Milliseconds after which a shown page counts as opened. */
const OPENED_AFTER_MS = 3_000
/** Milliseconds after which a shown page counts as opened if the user leaves it before `OPENED_AFTER_MS`. */
const MIN_VISIT_MS = 700

/**
 * Records that the page of a repository was opened: after `OPENED_AFTER_MS`, or when the user leaves it after `MIN_VISIT_MS`.
 * A page that is only prefetched is not shown, and therefore not recorded.
 * @param id undefined on a page that is not about one repository
 * @param isSaved false if nothing is stored, for example in a demo
 * @returns a function that records a repository right away, for links to repositories
 */
function useRecordOpened(id: string | undefined, isSaved: boolean): (id: string) => void {
  const queryClient = useQueryClient()
  const noted = useRef('')

  function recordOpened(opened: string) {
    if (!isSaved || (opened === id && opened === noted.current)) return
    noted.current = opened
    // Ignore failures, because the list of recently opened repositories is only a convenience.
    recordOpenedRepository({ data: { id: opened } }).then(
      () => queryClient.invalidateQueries({ queryKey: ['repositories', 'home'] }),
      () => undefined,
    )
  }

  const noteShown = useEffectEvent(recordOpened)

  useEffect(() => {
    if (id === undefined) return undefined
    const shownAt = performance.now()
    const timer = setTimeout(() => noteShown(id), OPENED_AFTER_MS)
    return () => {
      clearTimeout(timer)
      if (performance.now() - shownAt > MIN_VISIT_MS) noteShown(id)
    }
  }, [id])

  return recordOpened
}
