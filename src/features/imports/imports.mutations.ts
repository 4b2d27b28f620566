import { useQueryClient } from '@tanstack/react-query'
import { readJsonOrThrow } from '#auth/auth-client.ts'
import { AppError } from '#lib/app-error.ts'
import { checkImport, matchImport, startImport, undoImport } from './imports.functions.ts'
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

/** Returns the functions that check, start and undo an import, and update the cache. */
export function useImportMutations(id: string) {
  const queryClient = useQueryClient()
  const invalidate = () => queryClient.invalidateQueries({ queryKey: ['imports', id] })

  /** Invalidates the import even if the change is refused, because another tab might have made the change before. */
  async function thenInvalidate(change: Promise<unknown>) {
    try {
      await change
    } finally {
      await invalidate()
    }
  }

  async function check(columns: ImportMatchInput['columns']) {
    await matchImport({ data: { id, columns } })
    let isDone: boolean
    do {
      ;({ isDone } = await checkImport({ data: { id } }))
      await invalidate()
    } while (!isDone)
  }

  async function start(isAllOrNothing: ImportStartInput['isAllOrNothing']) {
    await thenInvalidate(startImport({ data: { id, isAllOrNothing } }))
  }

  async function undo() {
    await thenInvalidate(undoImport({ data: { id } }))
  }

  /** Invalidates all queries except those of imports, because the import has changed the rows of lists. */
  const invalidateLists = () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'imports' })

  return { check, start, undo, invalidateLists }
}
