import { and } from 'drizzle-orm'
import type { SessionContext } from '#auth/current-session.server.ts'
import { exportRows } from '#auth/export-rows.server.ts'
import { orderBy } from '#db/cursor.ts'
import { rowsFor } from '#db/scope.ts'
import { repository } from '#db/schema.ts'
import { isOneOf, walkIds } from '#db/walk.ts'
import { fits } from './discovery.server.ts'
import type { ListedRepository, RepositoryExportInput } from './repositories.schema.ts'
import { isThere, listedColumns, orders, toRepositoryRow } from './repositories.server.ts'

const COLUMNS = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  link: ({ link }) => link,
  description: ({ description }) => description,
  language: ({ language }) => language,
  topics: ({ topics }) => topics,
  createdAt: ({ createdAt }) => createdAt,
} satisfies Record<keyof ListedRepository, (row: ListedRepository) => string | null>

/**
 * Sends all repositories that a filter fits as a CSV file, in the order of the list; and writes down that somebody has it.
 * @throws {AppError} TOO_MANY_REQUESTS while this session reads others
 */
export function exportRepositories(
  context: SessionContext,
  { bom, ...filter }: RepositoryExportInput,
): Promise<Response> {
  return exportRows(context, {
    name: 'repositories',
    permission: 'repository:update',
    action: 'repository-list-exported',
    hasByteOrderMark: bom === '1',
    filter,
    columns: Object.entries(COLUMNS),
    batches: repositoriesOf(context, filter),
  })
}

async function* repositoriesOf(
  context: SessionContext,
  { sort, ...filter }: Omit<RepositoryExportInput, 'bom'>,
): AsyncGenerator<ListedRepository[]> {
  const order = orders[sort]
  const walk = walkIds(context.db, {
    table: repository,
    id: repository.id,
    order,
    within: and(rowsFor(repository, context), isThere),
    fits: fits(filter, context),
  })
  for await (const ids of walk) {
    const rows = await context.db
      .select(listedColumns)
      .from(repository)
      .where(and(rowsFor(repository, context), isOneOf(repository.id, ids)))
      .orderBy(orderBy(order, repository.id))
    yield rows.map(toRepositoryRow)
  }
}
