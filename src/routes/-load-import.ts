import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { importQuery } from '#features/imports/imports.queries.ts'

interface LoaderInput {
  context: { queryClient: QueryClient }
  deps: { id: string }
}

/** Fills the query cache with the import in the URL, if the URL has one. A started import is on the page of its job. */
export async function loadImport({ context: { queryClient }, deps: { id } }: LoaderInput): Promise<void> {
  if (id === '') return
  const { status } = await queryClient.query({ ...importQuery(id), staleTime: 'static' })
  if (status !== 'draft') throw redirect({ to: '/manager/jobs/$id', params: { id }, replace: true })
}
