import { requireContext } from '#auth/current-session.server.ts'
import { administratorScope } from '#db/scope.ts'
import { validate } from '#lib/validate.ts'
import type { FileEndpoint } from '#request/file-endpoint.ts'
import { exportRepositories } from './repositories-export.server.ts'
import { repositoryExportInput } from './repositories.schema.ts'

const readInput = validate(repositoryExportInput)

/** The list of repositories as a CSV file; `bom=1` is for spreadsheets that would not take it for UTF-8 otherwise. */
export const repositoriesExport: FileEndpoint = {
  path: '/manager/repositories/export',
  method: 'GET',
  async handle(_request, parameters) {
    const { area: _area, ...input } = readInput(Object.fromEntries(parameters))
    const context = await requireContext('repository:update')
    return exportRepositories({ ...context, scope: administratorScope(input.organization) }, input)
  },
}
