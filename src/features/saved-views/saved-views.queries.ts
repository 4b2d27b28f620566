import { queryOptions } from '@tanstack/react-query'
import type { ListName } from '#features.ts'
import { listViews } from './saved-views.functions.ts'

/** The query for the user's saved views of a list, fetched when the panel opens and not with the page. */
export function viewsQuery(list: ListName) {
  return queryOptions({ queryKey: ['saved-views', list], queryFn: () => listViews({ data: { list } }) })
}
