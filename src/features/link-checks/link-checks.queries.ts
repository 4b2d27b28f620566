import { queryOptions } from '@tanstack/react-query'
import { getLinkHealth } from './link-checks.functions.ts'

/** The query for how the link of a repository stands. It begins as those about repositories do, to be told stale with them. */
export function linkHealthQuery(id: string) {
  return queryOptions({ queryKey: ['repositories', 'link', id], queryFn: () => getLinkHealth({ data: { id } }) })
}
