import type { ListExport } from '#feature/list-export.ts'
import { historyExport } from '#features/history/history.export.server.ts'
import { repositoriesExport } from '#features/repositories/repositories.export.server.ts'
import { usersExport } from '#features/users/users.export.server.ts'

/** The lists of features that can be exported to a file. */
export const listExports: ListExport[] = [usersExport, repositoriesExport, historyExport]
