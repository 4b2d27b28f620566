import { and } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ownerScopeForAdministrator, rowsFor } from '#db/scope.ts'
import { repository } from '#db/schema.ts'
import { iterateRows } from '#db/iterate-rows.ts'
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
  rows(reader, { sort, ...filter }) {
    const context = { ...reader, scope: ownerScopeForAdministrator(filter.organization) }
    const ofOwner = rowsFor(repository, context)
    const where = and(ofOwner, isActive)
    const condition = matchesFilter(filter, context)
    const source = { table: repository, id: repository.id, order: orders[sort], where, condition }
    return iterateRows(context.db, source, async (batch) => {
      const rows = await context.db
        .select(listedColumns)
        .from(repository)
        .where(and(ofOwner, batch.where))
        .orderBy(batch.orderBy)
      return rows.map(withIsoTimes)
    })
  },
}
