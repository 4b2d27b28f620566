import { and, eq, sql } from 'drizzle-orm'
import { encodeCursor } from '#db/cursor.ts'
import { keysetPage } from '#db/keyset-page.ts'
import { rowsFor } from '#db/scope.ts'
import { repository } from '#db/schema.ts'
import { SEARCHABLE_REPOSITORIES } from '#db/search.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { filterConditions } from './discovery.server.ts'
import type { RepositoryNeighborsInput } from './repositories.schema.ts'
import { isActive, orders } from './repositories.server.ts'

type Neighbour = { id: string; name: string } | null

/**
 * Returns the previous and next repository in a list, with one query for each. They are null at the ends of the list, and if
 * the repository was deleted.
 */
export async function getNeighbours(
  context: ServiceContext,
  { id, sort, ...filter }: RepositoryNeighborsInput,
): Promise<{ previous: Neighbour; next: Neighbour }> {
  const order = orders[sort]
  const isListed = and(rowsFor(repository, context), isActive)
  const [here] = await context.db
    .select({ value: sql<string>`${order.by}::text` })
    .from(repository)
    .where(and(eq(repository.id, id), isListed))
  if (!here) return { previous: null, next: null }
  const cursor = encodeCursor({ value: here.value, id })
  const { where, indexed } = filterConditions(context, filter)

  async function nearest(isBackwards: boolean): Promise<Neighbour> {
    const page = keysetPage({
      of: SEARCHABLE_REPOSITORIES,
      order,
      where: and(isListed, where),
      indexed,
      searchTerm: filter.searchTerm,
      cursor,
      isBackwards,
      limit: 1,
    })
    const [found] = await context.db
      .select({ id: repository.id, name: repository.name })
      .from(repository)
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(1)
    return found ?? null
  }

  return { previous: await nearest(true), next: await nearest(false) }
}
