import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { i18n as I18n } from 'i18next'
import type { Page } from '#lib/page.ts'
import { showFailure } from '#ui/toast.ts'
import { errorTextOf } from '#ui/use-error-text.ts'
import { addFavourite, removeFavourite } from './favourites.functions.ts'

/** As much of a repository in the cache as a star is about. */
interface Starred {
  id: string
  marks: { favourites: boolean }
}

/** The key of what is kept of repositories, by the feature that lists them. */
const REPOSITORIES = ['repositories']

/**
 * Has a function that stars a repository or takes the star away: at once for who looks, and undone where it fails.
 * @param i18n tells what failed
 */
export function useStar(i18n: I18n) {
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
    // What is on its way would bring the star of before.
    await queryClient.cancelQueries({ queryKey: [...REPOSITORIES, 'detail', id] })
    show(id, isFavourite)
    try {
      await (isFavourite ? addFavourite : removeFavourite)({ data: { id } })
      // The row stays where it is until the list is asked for again: who slipped finds it there.
      await queryClient.invalidateQueries({ queryKey: REPOSITORIES, refetchType: 'none' })
    } catch (failure) {
      show(id, !isFavourite)
      void showFailure(await errorTextOf(i18n, failure))
    }
  }
}
