import { queryOptions } from '@tanstack/react-query'
import { getLinkHealth } from './link-checks.functions.ts'

/** Returns the query for the state of a link. Its key begins with that of repositories, so that both are invalidated together. */
export function linkHealthQuery(id: string) {
  return queryOptions({ queryKey: ['repositories', 'link', id], queryFn: () => getLinkHealth({ data: { id } }) })
}
