import type { ImportKind } from '#bulk/import-kind.ts'
import { repositoriesImport } from '#features/repositories/repositories.import.server.ts'
import { usersImport } from '#features/users/users.import.server.ts'

/** The kinds of objects that features can import from the rows of a file. */
export const importKinds: ImportKind<never>[] = [usersImport, repositoriesImport]
