import { stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import type { Namespace } from '#i18n/namespaces.ts'
import { textParameter } from '#lib/search-text.ts'

interface ImportSearch {
  /** The ID of the import to show; empty before the import exists. */
  id: string
}

const DEFAULTS: ImportSearch = { id: '' }

/** The route options of an import, shared by all kinds of imported rows. */
export const importOptions = {
  staticData: { namespaces: ['imports', 'users', 'repositories'] satisfies Namespace[] },
  validateSearch: (search: { id?: string } & SearchSchemaInput): ImportSearch => ({ id: textParameter(search.id) }),
  search: { middlewares: [stripSearchParams<ImportSearch>(DEFAULTS)] },
  loaderDeps: ({ search: { id } }: { search: ImportSearch }) => ({ id }),
}
