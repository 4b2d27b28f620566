import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { fieldMap } from '#db/field-map.ts'
import { countChange, takeRoom } from '#db/limits.ts'
import { requireRoom } from '#db/limits.ts' // of owned rows
import { isWithinReach, rowsFor } from '#db/scope.ts' // of owned rows
import { keysetPage, pageOf } from '#db/keyset-page.ts'
import { repository, user } from '#db/schema.ts'
import { organization } from '#db/schema.ts' // of owned rows
import { matches, SEARCHABLE_REPOSITORIES } from '#db/search.ts'
import type { Violation } from '#db/violations.ts' // of owned rows
import { uniqueViolation } from '#db/violations.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { requireRoleInScope } from '#auth/scoped-context.server.ts' // of owned rows
import { AppError } from '#lib/app-error.ts'
import { readMarkdown } from '#lib/markdown.server.ts'
import type { Page } from '#lib/page.ts'
import { inTransaction, type ServiceContext } from '#service/service-context.server.ts'
import { marksOf, narrowed } from './discovery.server.ts' // of repositories alone
import { neighboursBy, type Neighbours } from './neighbours.server.ts' // of repositories alone
import type { NeighboursInput } from './repositories.schema.ts' // of repositories alone
import {
  repositoryFields,
  type RepositoryDetail,
  type RepositoryFields,
  type RepositoryFilter,
  type RepositoryListInput,
  type RepositoryRow,
} from './repositories.schema.ts'

const { pageSize, totalCap } = appConfig.lists
const fields = fieldMap(repository, repositoryFields)
/** Whether a repository is one that nobody has deleted. */
export const isThere = isNull(repository.deletedAt)
const nameTaken = uniqueViolation('repository_name_unique', 'name')
// of owned rows, from here
const ownerGone: Violation = {
  code: '23503',
  constraint: 'repository_organization_id_organization_id_fk',
  error: 'NOT_FOUND',
}
// of owned rows, to here

/** The orders of the list of repositories. */
export const orders = {
  newest: { by: repository.createdAt, type: 'timestamptz', direction: 'desc' },
  name: { by: repository.sortName, type: 'text', direction: 'asc' },
} as const

/** The columns of a repository in a list. */
export const listedColumns = { id: repository.id, ...fields.columns, createdAt: repository.createdAt }

/** A repository as a list shows it, from a row of `listedColumns`. */
export function toRepositoryRow<Row extends { createdAt: Date }>({ createdAt, ...row }: Row) {
  return { ...row, createdAt: createdAt.toISOString() }
}

/** Lists a page of the repositories that a filter fits; `limit` of them at most. */
export async function listRepositories(
  context: ServiceContext,
  { sort, cursor, limit = pageSize, ...filter }: RepositoryListInput & { limit?: number },
): Promise<Page<RepositoryRow & Pick<RepositoryDetail, 'description'>>> {
  const { within, fitting } = narrowed(context, filter) // of repositories alone
  const page = keysetPage({
    of: SEARCHABLE_REPOSITORIES,
    order: orders[sort],
    within: and(
      isThere,
      rowsFor(repository, context), // of owned rows
      within, // of repositories alone
    ),
    fitting, // of repositories alone
    searchTerm: filter.searchTerm,
    cursor,
    limit,
  })
  const found = await context.db
    .select({
      ...listedColumns,
      marks: marksOf(context), // of repositories alone
      position: page.position,
    })
    .from(repository)
    .where(page.where)
    .orderBy(page.orderBy)
    .limit(page.limit)
  return pageOf(found, limit, toRepositoryRow)
}

/** Counts the repositories that a filter fits, up to one more than the cap. */
export async function countRepositories(context: ServiceContext, filter: RepositoryFilter): Promise<number> {
  const { within, fitting } = narrowed(context, filter) // of repositories alone
  const some = context.db
    .select({ one: sql`1` })
    .from(repository)
    .where(
      and(
        isThere,
        rowsFor(repository, context), // of owned rows
        within, // of repositories alone
        fitting, // of repositories alone
        matches(filter.searchTerm, SEARCHABLE_REPOSITORIES),
      ),
    )
    .limit(totalCap + 1)
  const [counted] = await context.db.select({ total: sql<number>`count(*)::int` }).from(some.as('some'))
  return counted?.total ?? 0
}

/** Reads one repository. @throws {AppError} NOT_FOUND */
export async function getRepository(context: ServiceContext, { id }: { id: string }): Promise<RepositoryDetail> {
  const [found] = await context.db
    .select({
      id: repository.id,
      ...fields.columns,
      marks: marksOf(context), // of repositories alone
      createdAt: repository.createdAt,
      updatedAt: repository.updatedAt,
      createdBy: { id: user.id, name: user.name },
      organization: { id: organization.id, name: organization.name }, // of owned rows
    })
    .from(repository)
    .leftJoin(user, eq(user.id, repository.createdById))
    .leftJoin(organization, eq(organization.id, repository.organizationId)) // of owned rows
    .where(
      and(
        eq(repository.id, id),
        isThere,
        isWithinReach(repository, context), // of owned rows
      ),
    )
  if (!found) throw new AppError('NOT_FOUND')
  return {
    ...found,
    descriptionNodes: readMarkdown(found.description ?? ''),
    createdAt: found.createdAt.toISOString(),
    updatedAt: found.updatedAt.toISOString(),
  }
}

// of repositories alone, from here
/** Holds a repository, and tells whether it is as a form has saved it. @throws {AppError} NOT_FOUND */
export async function isAsSaved(context: ServiceContext, id: string, input: RepositoryFields): Promise<boolean> {
  return fields.isSame(await lockRepository(context, id), fields.toRow(input))
}

/** Reads which repositories stand before and behind one in a list. */
export function getNeighbours(context: ServiceContext, { sort, ...input }: NeighboursInput): Promise<Neighbours> {
  return neighboursBy(context, orders[sort], input)
}
// of repositories alone, to here

// of owned rows, from here
/** The repositories that fill the room of their owner; undefined for those that are everybody's. */
function countOfOwner(context: ServiceContext) {
  const holder = context.scope?.organizationId
  return holder
    ? { holder, count: () => context.db.$count(repository, and(isThere, rowsFor(repository, context))) }
    : undefined
}
// of owned rows, to here

/**
 * Adds a repository.
 * @throws {AppError} TAKEN when the name is in use, also in a race; NO_ROOM, TOO_MANY_TODAY
 * @throws {AppError} NOT_FOUND where its owner is gone // of owned rows
 */
export function createRepository(context: ServiceContext, input: RepositoryFields): Promise<{ id: string }> {
  const violations = [
    nameTaken,
    ownerGone, // of owned rows
  ]
  return inTransaction(context, violations, async (context) => {
    await requireRoleInScope(context, 'repository:create') // of owned rows
    await takeRoom(
      context,
      'repository',
      countOfOwner(context), // of owned rows
    )
    const after = fields.toRow(input)
    const [made] = await context.db
      .insert(repository)
      .values({
        ...after,
        createdById: context.actor.id,
        organizationId: context.scope?.organizationId ?? null, // of owned rows
      })
      .returning({ id: repository.id })
    if (!made) throw new AppError('UNKNOWN_ERROR')
    await recordAudit(context, { action: 'repository-created', subject: { id: made.id, name: after.name }, after })
    return made
  })
}

/** Changes a repository. @throws {AppError} NOT_FOUND, TOO_MANY_TODAY; TAKEN when the name is in use, also in a race */
export function updateRepository(
  context: ServiceContext,
  { id, ...input }: RepositoryFields & { id: string },
): Promise<void> {
  return inTransaction(context, [nameTaken], async (context) => {
    await requireRoleInScope(context, 'repository:update') // of owned rows
    await countChange(context, 'repository')
    const before = await lockRepository(context, id)
    const after = fields.toRow(input)
    if (fields.isSame(before, after)) return
    await context.db
      .update(repository)
      .set(after)
      .where(
        and(
          eq(repository.id, id),
          isWithinReach(repository, context), // of owned rows
        ),
      )
    await recordAudit(context, { action: 'repository-updated', subject: { id, name: after.name }, before, after })
  })
}

/** Takes a repository out of all lists; for a day it can be had back. @throws {AppError} NOT_FOUND, TOO_MANY_TODAY */
export function deleteRepository(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    await requireRoleInScope(context, 'repository:delete') // of owned rows
    await countChange(context, 'repository')
    const before = await lockRepository(context, id)
    await context.db
      .update(repository)
      .set({ deletedAt: sql`now()` })
      .where(
        and(
          eq(repository.id, id),
          isWithinReach(repository, context), // of owned rows
        ),
      )
    await recordAudit(context, { action: 'repository-deleted', subject: { id, name: before.name }, before })
  })
}

/** Undoes a deletion. @throws {AppError} NOT_FOUND, NO_ROOM, TOO_MANY_TODAY; TAKEN when its name was given away meanwhile */
export function restoreRepository(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [nameTaken], async (context) => {
    await requireRoleInScope(context, 'repository:delete') // of owned rows
    await countChange(context, 'repository')
    await requireRoom(context, 'repository', countOfOwner(context)) // of owned rows
    const [restored] = await context.db
      .update(repository)
      .set({ deletedAt: null })
      .where(
        and(
          eq(repository.id, id),
          isNotNull(repository.deletedAt),
          isWithinReach(repository, context), // of owned rows
        ),
      )
      .returning({ name: repository.name })
    if (!restored) throw new AppError('NOT_FOUND')
    await recordAudit(context, { action: 'repository-restored', subject: { id, name: restored.name } })
  })
}

/** The fields as they are, held until the transaction ends. */
async function lockRepository(context: ServiceContext, id: string) {
  const [found] = await context.db
    .select(fields.columns)
    .from(repository)
    .where(
      and(
        eq(repository.id, id),
        isThere,
        isWithinReach(repository, context), // of owned rows
      ),
    )
    .for('update')
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
