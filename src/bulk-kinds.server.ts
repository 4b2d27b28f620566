import { provideBulkKinds } from '#bulk/bulk-kind.server.ts'
import { repositoryKinds } from '#features/repositories/repositories.bulk.server.ts'
import { userKinds } from '#features/users/users.bulk.server.ts'

/** Makes what can be done to many rows, and undone, known to this process: the folder `bulk` knows no feature. */
export function provideAllBulkKinds(): void {
  provideBulkKinds([...userKinds, ...repositoryKinds])
}
