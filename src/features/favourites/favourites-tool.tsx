import { useTranslation } from 'react-i18next'
import { Star } from 'lucide-react'
import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { i18n as I18n } from 'i18next'
import type { RowTool, MarkedRow } from '#feature/row-tool.ts'
import type { Page } from '#lib/page.ts'
import { buttonClasses } from '#ui/button.tsx'
import { ListLink } from '#ui/list-link.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { showFailure } from '#ui/toast.ts'
import { errorTextOf } from '#ui/use-error-text.ts'
import { rememberOpened, addFavourite, removeFavourite } from './favourites.functions.ts'

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

/** The time after which a shown page counts as opened, and the shorter time if the user then leaves the page. */
const LOOKED_AT_MS = 3_000
const GLANCE_MS = 700

/**
 * Records that the page of a repository was opened: after `LOOKED_AT_MS`, or when the user leaves the page after `GLANCE_MS`.
 * A page that is only prefetched is not shown, and therefore not recorded.
 * @param id undefined on a page that is not about one repository
 * @param isKept false if nothing is stored, for example in a demo
 * @returns a function that records a repository right away, for links to repositories
 */
function useNoteOpened(id: string | undefined, isKept: boolean): (id: string) => void {
  const queryClient = useQueryClient()
  const noted = useRef('')

  function note(opened: string) {
    if (!isKept || (opened === id && opened === noted.current)) return
    noted.current = opened
    // Ignores failures, because the record is only a convenience.
    rememberOpened({ data: { id: opened } }).then(
      () => queryClient.invalidateQueries({ queryKey: ['repositories', 'home'] }),
      () => undefined,
    )
  }

  const noteShown = useEffectEvent(note)

  useEffect(() => {
    if (id === undefined) return undefined
    const shownAt = performance.now()
    const timer = setTimeout(() => noteShown(id), LOOKED_AT_MS)
    return () => {
      clearTimeout(timer)
      if (performance.now() - shownAt > GLANCE_MS) noteShown(id)
    }
  }, [id])

  return note
}

/** The part of a cached repository that a star changes. */
interface Starred {
  id: string
  marks: { favourites: boolean }
}

/** The key of the cached repositories, which belongs to the feature that lists them. */
const REPOSITORIES = ['repositories']

/**
 * Returns a function that adds or removes a star. Lists show the change right away, and the previous star after a failure.
 * @param i18n translates the error
 */
function useStar(i18n: I18n) {
  const queryClient = useQueryClient()

  function show(id: string, isFavourite: boolean) {
    const starred = <Row extends Starred>(row: Row) =>
      row.id === id ? { ...row, marks: { ...row.marks, favourites: isFavourite } } : row
    queryClient.setQueriesData<InfiniteData<Page<Starred>>>(
      { queryKey: [...REPOSITORIES, 'list'] },
      (list) =>
        list && { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map((row) => starred(row)) })) },
    )
    queryClient.setQueryData<Starred>([...REPOSITORIES, 'detail', id], (detail) => detail && starred(detail))
  }

  return async function star(id: string, isFavourite: boolean) {
    // The response of a running query would overwrite the new star with the previous one.
    await queryClient.cancelQueries({ queryKey: [...REPOSITORIES, 'detail', id] })
    show(id, isFavourite)
    try {
      await (isFavourite ? addFavourite : removeFavourite)({ data: { id } })
      // No refetch, which would remove the row from the list of favourites before a user can undo a mistake.
      await queryClient.invalidateQueries({ queryKey: REPOSITORIES, refetchType: 'none' })
    } catch (failure) {
      show(id, !isFavourite)
      void showFailure(await errorTextOf(i18n, failure))
    }
  }
}
