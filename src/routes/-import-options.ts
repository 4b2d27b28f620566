import type { Namespace } from '#i18n/namespaces.ts'
import { textSearch } from './-text-search.ts'

/** The route options of an import, shared by all kinds of imported rows. The `id` in the URL is empty until the import exists. */
export const importOptions = {
  staticData: { namespaces: ['imports', 'users', 'repositories'] satisfies Namespace[] },
  ...textSearch('id'),
  loaderDeps: ({ search: { id } }: { search: { id: string } }) => ({ id }),
}
