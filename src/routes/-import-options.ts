import { stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import type { Namespace } from '#i18n/namespaces.ts'
import { textParameter } from '#lib/search-text.ts'

interface ImportSearch {
  /** The import that is shown; empty before there is one. */
  id: string
}

const DEFAULTS: ImportSearch = { id: '' }

/** The route of an import, the same for whatever is imported. */
export const importOptions = {
  staticData: { namespaces: ['imports', 'users', 'repositories'] satisfies Namespace[] },
  validateSearch: (search: { id?: string } & SearchSchemaInput): ImportSearch => ({ id: textParameter(search.id) }),
  search: { middlewares: [stripSearchParams<ImportSearch>(DEFAULTS)] },
  loaderDeps: ({ search: { id } }: { search: ImportSearch }) => ({ id }),
}
