import { queryOptions } from '@tanstack/react-query'
import { listViews } from './saved-views.functions.ts'
import type { ViewList } from './view-parameters.ts'

/** The query for one's own views of a list: asked when somebody opens them, not with the page. */
export function viewsQuery(list: ViewList) {
  return queryOptions({ queryKey: ['saved-views', list], queryFn: () => listViews({ data: { list } }) })
}
