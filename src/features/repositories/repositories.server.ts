import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { columnsOf } from '#db/columns-of.ts'
import { fieldMap } from '#db/field-map.ts'
import { consumeDailyChange, takeRoom, requireRoom } from '#db/limits.ts'
import { isReadable, isWithinReach, rowsFor } from '#db/scope.ts'
import type { UpdatedRange } from '#db/cursor.ts'
import { byLastChange, keysetPage, pageOf } from '#db/keyset-page.ts'
import { now, organization, repository, user } from '#db/schema.ts'
import { matches, SEARCHABLE_REPOSITORIES } from '#db/search.ts'
import { type Violation, uniqueViolation } from '#db/violations.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { requireRoleInScope } from '#auth/scoped-context.server.ts'
import { AppError } from '#lib/app-error.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { readMarkdown } from '#lib/markdown.server.ts'
import type { Page } from '#lib/page.ts'
import { inTransaction, type ServiceContext } from '#service/service-context.server.ts'
import { markSqlColumns, filterConditions } from './discovery.server.ts'
import {
  type ApiOnlyFields,
  repositoryFields,
  type RepositoryDetail,
  type RepositoryFields,
  type RepositoryFilter,
  type RepositoryListInput,
  type RepositoryRow,
} from './repositories.schema.ts'

const { pageSize, totalCap } = appConfig.lists
const fieldMapping = fieldMap(repository, repositoryFields)
/** Whether a repository is not deleted. */
export const isActive = isNull(repository.deletedAt)
const nameTaken = uniqueViolation('repository_name_unique', 'name')
const ownerGone: Violation = {
  code: '23503',
  constraint: 'repository_organization_id_organization_id_fk',
  error: 'NOT_FOUND',
}

/** The orders of the list of repositories. */
export const orders = {
  newest: { by: repository.createdAt, type: 'timestamptz', direction: 'desc' },
  name: { by: repository.sortName, type: 'text', direction: 'asc' },
} as const

/** The columns of a repository in a list. */
export const listedColumns = { id: repository.id, ...fieldMapping.columns, createdAt: repository.createdAt }

/**
 * Lists a page of the repositories that match a filter, at most `limit` of them.
 * @param input.updated lists the repositories that were changed in this time, in the order of their changes in place of `sort`
 */
export async function listRepositories(
  context: ServiceContext,
  {
    sort,
    cursor,
    limit = pageSize,
    updated,
    ...filter
  }: RepositoryListInput & { limit?: number; updated?: UpdatedRange | undefined },
): Promise<Page<RepositoryRow & ApiOnlyFields>> {
  const { where, indexed } = filterConditions(context, filter)
  const changes = updated && byLastChange(repository.updatedAt, updated)
  const page = keysetPage({
    of: SEARCHABLE_REPOSITORIES,
    order: changes?.order ?? orders[sort],
    where: and(isActive, rowsFor(repository, context), where, changes?.where),
    indexed,
    searchTerm: filter.searchTerm,
    cursor,
    limit,
  })
  const found = await context.db
    .select({
      ...listedColumns,
      ...columnsOf(repository, 'updatedAt', 'organizationId'),
      marks: markSqlColumns(context),
      position: page.position,
    })
    .from(repository)
    .where(page.where)
    .orderBy(page.orderBy)
    .limit(page.limit)
  return pageOf(found, limit, withIsoTimes)
}

/** Removes the fields that only API clients get. Pages do not show them in lists, and descriptions can be long. */
export function withoutApiOnlyFields({ rows, ...page }: Page<RepositoryRow & ApiOnlyFields>): Page<RepositoryRow> {
  const shown = rows.map(({ description: _text, updatedAt: _time, organizationId: _owner, ...row }) => row)
  return { ...page, rows: shown }
}

/** Counts the repositories that match a filter. Stops counting at `totalCap` + 1. */
export async function countRepositories(
  context: ServiceContext,
  { updated, ...filter }: RepositoryFilter & { updated?: UpdatedRange | undefined },
): Promise<number> {
  const changed = updated && byLastChange(repository.updatedAt, updated).where
  const { where, indexed } = filterConditions(context, filter)
  const some = context.db
    .select({ one: sql`1` })
    .from(repository)
    .where(
      and(
        isActive,
        rowsFor(repository, context),
        where,
        indexed,
        changed,
        matches(filter.searchTerm, SEARCHABLE_REPOSITORIES),
      ),
    )
    .limit(totalCap + 1)
  return context.db.$count(some.as('some'))
}

/** Returns one repository. @throws {AppError} NOT_FOUND */
export async function getRepository(context: ServiceContext, { id }: { id: string }): Promise<RepositoryDetail> {
  const [found] = await context.db
    .select({
      ...listedColumns,
      updatedAt: repository.updatedAt,
      marks: markSqlColumns(context),
      createdBy: columnsOf(user, 'id', 'name'),
      organization: columnsOf(organization, 'id', 'name'),
    })
    .from(repository)
    .leftJoin(user, eq(user.id, repository.createdById))
    .leftJoin(organization, eq(organization.id, repository.organizationId))
    .where(and(eq(repository.id, id), isActive, isReadable(repository, context)))
  if (!found) throw new AppError('NOT_FOUND')
  return { ...withIsoTimes(found), descriptionNodes: readMarkdown(found.description ?? '') }
}

/** Returns the organization and the counter of its repositories that `takeRoom` needs; undefined for shared repositories. */
function ownerRoom(context: ServiceContext) {
  const holder = context.scope?.organizationId
  return holder
    ? { holder, count: () => context.db.$count(repository, and(isActive, rowsFor(repository, context))) }
    : undefined
}

/**
 * Adds a repository.
 * @throws {AppError} TAKEN if the name is in use, also in a race; NO_ROOM, TOO_MANY_TODAY
 * @throws {AppError} NOT_FOUND if the organization was deleted
 */
export function createRepository(context: ServiceContext, input: RepositoryFields): Promise<{ id: string }> {
  const violations = [nameTaken, ownerGone]
  return inTransaction(context, violations, async (context) => {
    await requireRoleInScope(context, 'repository:create')
    await takeRoom(context, 'repository', ownerRoom(context))
    const after = fieldMapping.toRow(input)
    const [made] = await context.db
      .insert(repository)
      .values({
        ...after,
        createdById: context.actor.id,
        organizationId: context.scope?.organizationId ?? null,
      })
      .returning(columnsOf(repository, 'id', 'organizationId'))
    if (!made) throw new AppError('UNKNOWN_ERROR')
    const { id, organizationId } = made
    await recordAudit(context, {
      action: 'repository-created',
      subject: { id, name: after.name },
      after,
      ownerId: organizationId,
    })
    return { id }
  })
}

/** Changes a repository. @throws {AppError} NOT_FOUND, TOO_MANY_TODAY; TAKEN if the name is in use, also in a race */
export function updateRepository(
  context: ServiceContext,
  { id, ...input }: RepositoryFields & { id: string },
): Promise<void> {
  return inTransaction(context, [nameTaken], async (context) => {
    await requireRoleInScope(context, 'repository:update')
    await consumeDailyChange(context, 'repository')
    const { organizationId, ...before } = await lockRepository(context, id)
    const after = fieldMapping.toRow(input)
    if (fieldMapping.isSame(before, after)) return
    await context.db
      .update(repository)
      .set(after)
      .where(and(eq(repository.id, id), isWithinReach(repository, context)))
    const subject = { id, name: after.name }
    await recordAudit(context, { action: 'repository-updated', subject, before, after, ownerId: organizationId })
  })
}

/** Marks a repository as deleted; it can be restored for `undoDays`. @throws {AppError} NOT_FOUND, TOO_MANY_TODAY */
export function deleteRepository(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    await requireRoleInScope(context, 'repository:delete')
    await consumeDailyChange(context, 'repository')
    const { organizationId, ...before } = await lockRepository(context, id)
    await context.db
      .update(repository)
      .set({ deletedAt: now })
      .where(and(eq(repository.id, id), isWithinReach(repository, context)))
    const subject = { id, name: before.name }
    await recordAudit(context, { action: 'repository-deleted', subject, before, ownerId: organizationId })
  })
}

/** Restores a deleted repository. @throws {AppError} NOT_FOUND, NO_ROOM, TOO_MANY_TODAY; TAKEN if its name is in use again */
export function restoreRepository(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [nameTaken], async (context) => {
    await requireRoleInScope(context, 'repository:delete')
    await consumeDailyChange(context, 'repository')
    await requireRoom(context, 'repository', ownerRoom(context))
    const [restored] = await context.db
      .update(repository)
      .set({ deletedAt: null })
      .where(and(eq(repository.id, id), isNotNull(repository.deletedAt), isWithinReach(repository, context)))
      .returning(columnsOf(repository, 'name', 'organizationId'))
    if (!restored) throw new AppError('NOT_FOUND')
    const { name, organizationId } = restored
    await recordAudit(context, { action: 'repository-restored', subject: { id, name }, ownerId: organizationId })
  })
}

/** Returns the current fields, and locks the row until the transaction ends. */
async function lockRepository(context: ServiceContext, id: string) {
  const [found] = await context.db
    .select({ ...fieldMapping.columns, organizationId: repository.organizationId })
    .from(repository)
    .where(and(eq(repository.id, id), isActive, isWithinReach(repository, context)))
    .for('update')
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
