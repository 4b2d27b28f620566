import type { ApiOperation } from '#api/operation.ts'
import { historyOperations } from '#features/history/history.api.server.ts'
import { repositoryOperations } from '#features/repositories/repositories.api.server.ts'
import { userOperations } from '#features/users/users.api.server.ts'

/** All that programs may ask for under /api/v1: its routes, its description and their tests are made from this list. */
export const apiOperations: ApiOperation[] = [...userOperations, ...repositoryOperations, ...historyOperations]
