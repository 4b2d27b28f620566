import { queryOptions } from '@tanstack/react-query'
import { getImport } from './imports.functions.ts'

/** Milliseconds between two fetches of a running import. */
const REFRESHED_EVERY_MS = 1_000
const RUNNING_STATUSES = new Set(['queued', 'running', 'undoing'])

/** Returns the query for an import, which is refetched while the import runs. The problems are in `language`. */
export function importQuery(id: string, language: string) {
  return queryOptions({
    queryKey: ['imports', id, language],
    queryFn: () => getImport({ data: { id } }),
    refetchInterval: ({ state }) => (RUNNING_STATUSES.has(state.data?.status ?? '') ? REFRESHED_EVERY_MS : false),
  })
}
