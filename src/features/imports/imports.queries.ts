import { queryOptions } from '@tanstack/react-query'
import { getImport } from './imports.functions.ts'

/** Returns the query for an import. */
export function importQuery(id: string) {
  return queryOptions({ queryKey: ['imports', id], queryFn: () => getImport({ data: { id } }) })
}
