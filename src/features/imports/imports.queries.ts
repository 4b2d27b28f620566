import { queryOptions } from '@tanstack/react-query'
import { getImport } from './imports.functions.ts'

/** How often the page asks how far an import is, in milliseconds. */
const REFRESHED_EVERY_MS = 1_000
const UNDER_WAY = new Set(['queued', 'running', 'undoing'])

/** The query for an import, asked again and again while it is under way. What is wrong with rows is told in a language. */
export function importQuery(id: string, language: string) {
  return queryOptions({
    queryKey: ['imports', id, language],
    queryFn: () => getImport({ data: { id } }),
    refetchInterval: ({ state }) => (UNDER_WAY.has(state.data?.status ?? '') ? REFRESHED_EVERY_MS : false),
  })
}
