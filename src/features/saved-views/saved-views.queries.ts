import { queryOptions } from '@tanstack/react-query'
import type { ListName } from '#features.ts'
import { listViews } from './saved-views.functions.ts'

/** The query for one's own views of a list: asked when somebody opens them, not with the page. */
export function viewsQuery(list: ListName) {
  return queryOptions({ queryKey: ['saved-views', list], queryFn: () => listViews({ data: { list } }) })
}
