import { useQueryClient } from '@tanstack/react-query'
import { readJsonOrThrow } from '#auth/auth-client.ts'
import { bulkQueryKey } from '#bulk/bulk.queries.ts'
import { AppError } from '#lib/app-error.ts'
import { checkImport, matchImport, startImport } from './imports.functions.ts'
import { importQuery } from './imports.queries.ts'
import type { ImportMatchInput, ImportStartInput } from './imports.schema.ts'

/** Uploads a file. Compresses it, so that the upload does not time out on slow connections. @throws {AppError} */
export async function uploadFile(path: string, file: File): Promise<{ id: string }> {
  const response = await fetch(`${path}?${new URLSearchParams({ name: file.name }).toString()}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip' },
    body: await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob(),
  }).catch(() => {
    throw new AppError('NO_CONNECTION')
  })
  return (await readJsonOrThrow(response)) as { id: string }
}

/** Returns the functions that check and start an import, and update the cache. */
export function useImportMutations(id: string) {
  const queryClient = useQueryClient()
  const invalidate = () => queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey })

  async function check(columns: ImportMatchInput['columns']) {
    await matchImport({ data: { id, columns } })
    let isDone: boolean
    do {
      ;({ isDone } = await checkImport({ data: { id } }))
      await invalidate()
    } while (!isDone)
    await queryClient.invalidateQueries({ queryKey: bulkQueryKey })
  }

  /** Starts the import. Invalidates it even if the start is refused, because another tab might have started it before. */
  async function start(isAllOrNothing: ImportStartInput['isAllOrNothing']) {
    try {
      await startImport({ data: { id, isAllOrNothing } })
    } finally {
      await invalidate()
    }
  }

  return { check, start }
}
