import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { importQuery } from '#features/imports/imports.queries.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import { textParameter } from '#lib/search-text.ts'
import { urlParameters } from './-url-parameters.ts'

interface LoaderInput {
  context: { queryClient: QueryClient; i18n: i18n }
  deps: { id: string }
}

/** The route options of an import, shared by all kinds of imported rows. The `id` in the URL is empty until the import exists. */
export const importOptions = {
  staticData: { namespaces: ['imports', 'users', 'repositories'] satisfies Namespace[] },
  ...urlParameters({ id: textParameter }),
  loaderDeps: ({ search: { id } }: { search: { id: string } }) => ({ id }),
  loader: async ({ context: { queryClient, i18n }, deps: { id } }: LoaderInput) => {
    if (id !== '') await queryClient.query({ ...importQuery(id, i18n.language), staleTime: 'static' })
  },
}
