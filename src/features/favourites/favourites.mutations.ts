import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { i18n as I18n } from 'i18next'
import type { Page } from '#lib/page.ts'
import { showFailure } from '#ui/toast.ts'
import { errorTextOf } from '#ui/use-error-text.ts'
import { addFavourite, removeFavourite } from './favourites.functions.ts'

/** The part of a cached repository that a star changes. */
interface StarrableRow {
  id: string
  marks: { favourites: boolean }
}

/** The query key of the feature `repositories`, whose cached lists and details show the stars. */
const REPOSITORIES_KEY = ['repositories']

/**
 * Returns a function that adds or removes a star. Lists show the change right away, and the previous star after a failure.
 * @param i18n translates the error
 */
export function useStar(i18n: I18n) {
  const queryClient = useQueryClient()

  function show(id: string, isFavourite: boolean) {
    const starred = <Row extends StarrableRow>(row: Row) =>
      row.id === id ? { ...row, marks: { ...row.marks, favourites: isFavourite } } : row
    queryClient.setQueriesData<InfiniteData<Page<StarrableRow>>>(
      { queryKey: [...REPOSITORIES_KEY, 'list'] },
      (list) =>
        list && { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map((row) => starred(row)) })) },
    )
    queryClient.setQueryData<StarrableRow>([...REPOSITORIES_KEY, 'detail', id], (detail) => detail && starred(detail))
  }

  return async function star(id: string, isFavourite: boolean) {
    // Cancel the running query, because its response would overwrite the new star with the previous one.
    await queryClient.cancelQueries({ queryKey: [...REPOSITORIES_KEY, 'detail', id] })
    show(id, isFavourite)
    try {
      await (isFavourite ? addFavourite : removeFavourite)({ data: { id } })
      // Do not refetch, because the row would leave the list of favourites before the user can undo a mistake.
      await queryClient.invalidateQueries({ queryKey: REPOSITORIES_KEY, refetchType: 'none' })
    } catch (failure) {
      show(id, !isFavourite)
      void showFailure(await errorTextOf(i18n, failure))
    }
  }
}
