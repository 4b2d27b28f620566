import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { importQuery } from '#features/imports/imports.queries.ts'

interface LoaderInput {
  context: { queryClient: QueryClient; i18n: i18n }
  deps: { id: string }
}

/** Fills the query cache with the import in the URL, if the URL has one. */
export async function loadImport({ context: { queryClient, i18n }, deps: { id } }: LoaderInput): Promise<void> {
  if (id !== '') await queryClient.query({ ...importQuery(id, i18n.language), staleTime: 'static' })
}
