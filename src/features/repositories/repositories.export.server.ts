import { and } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { SessionContext } from '#auth/current-session.server.ts'
import { orderBy } from '#db/cursor.ts'
import { administratorScope, rowsFor } from '#db/scope.ts'
import { repository } from '#db/schema.ts'
import { isOneOf, iterateIds } from '#db/iterate-ids.ts'
import type { ListExport } from '#feature/list-export.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { matchesFilter } from './discovery.server.ts'
import { repositoryFilter, SORTS, type ListedRepository } from './repositories.schema.ts'
import { isActive, listedColumns, orders } from './repositories.server.ts'

const COLUMNS = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  link: ({ link }) => link,
  description: ({ description }) => description,
  language: ({ language }) => language,
  topics: ({ topics }) => topics,
  createdAt: ({ createdAt }) => createdAt,
} satisfies Record<keyof ListedRepository, (row: ListedRepository) => string | null>

const filterSchema = z.object({
  ...repositoryFilter.shape,
  searchTerm: z._default(z.string(), ''),
  sort: z._default(z.enum(SORTS), 'newest'),
})
type Filter = z.infer<typeof filterSchema>

/** Exports all repositories that match a filter, in the order of the list. */
export const repositoriesExport: ListExport<Filter, ListedRepository> = {
  name: 'repositories',
  permission: 'repository:update',
  action: 'repository-list-exported',
  schema: filterSchema,
  columns: Object.keys(COLUMNS),
  cellsOf: (row) => Object.values(COLUMNS).map((read) => read(row)),
  rows: repositoriesOf,
}

async function* repositoriesOf(
  reader: SessionContext,
  { sort, ...filter }: Filter,
): AsyncGenerator<ListedRepository[]> {
  const context = { ...reader, scope: administratorScope(filter.organization) }
  const order = orders[sort]
  const walk = iterateIds(context.db, {
    table: repository,
    id: repository.id,
    order,
    where: and(rowsFor(repository, context), isActive),
    condition: matchesFilter(filter, context),
  })
  for await (const ids of walk) {
    const rows = await context.db
      .select(listedColumns)
      .from(repository)
      .where(and(rowsFor(repository, context), isOneOf(repository.id, ids)))
      .orderBy(orderBy(order, repository.id))
    yield rows.map(withIsoTimes)
  }
}
