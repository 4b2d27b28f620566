import { requireContext } from '#auth/current-session.server.ts'
import { validate } from '#lib/validate.ts'
import type { FileEndpoint } from '#request/file-endpoint.ts'
import { exportUsers } from './users-export.server.ts'
import { userExportInput } from './users.schema.ts'

const readInput = validate(userExportInput)

/** The list of people as a CSV file; `bom=1` is for spreadsheets that would not take it for UTF-8 otherwise. */
export const usersExport: FileEndpoint = {
  path: '/manager/users/export',
  method: 'GET',
  handle: async (_request, parameters) =>
    exportUsers(await requireContext('user:list'), readInput(Object.fromEntries(parameters))),
}
