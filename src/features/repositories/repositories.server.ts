import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { fieldMap } from '#db/field-map.ts'
import { keysetPage, pageOf } from '#db/keyset-page.ts'
import { repository, user } from '#db/schema.ts'
import { matches, SEARCHABLE_REPOSITORIES } from '#db/search.ts'
import { uniqueViolation } from '#db/violations.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { AppError } from '#lib/app-error.ts'
import type { Page } from '#lib/page.ts'
import { inTransaction, type ServiceContext } from '#service/service-context.server.ts'
import {
  repositoryFields,
  type RepositoryDetail,
  type RepositoryFields,
  type RepositoryListInput,
  type RepositoryRow,
} from './repositories.schema.ts'

const { pageSize, totalCap } = appConfig.lists
const fields = fieldMap(repository, repositoryFields)
const isThere = isNull(repository.deletedAt)
const nameTaken = uniqueViolation('repository_name_unique', 'name')

const orders = {
  newest: { by: repository.createdAt, type: 'timestamptz', direction: 'desc' },
  name: { by: repository.sortName, type: 'text', direction: 'asc' },
} as const

/** Lists a page of the repositories that a term fits. */
export async function listRepositories(
  { db }: ServiceContext,
  { searchTerm, sort, cursor }: RepositoryListInput,
): Promise<Page<RepositoryRow>> {
  const page = keysetPage({
    of: SEARCHABLE_REPOSITORIES,
    order: orders[sort],
    within: isThere,
    searchTerm,
    cursor,
    limit: pageSize,
  })
  const found = await db
    .select({ id: repository.id, ...fields.columns, createdAt: repository.createdAt, position: page.position })
    .from(repository)
    .where(page.where)
    .orderBy(page.orderBy)
    .limit(page.limit)
  return pageOf(found, pageSize, ({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

/** Counts the repositories that a term fits, up to one more than the cap. */
export async function countRepositories(
  { db }: ServiceContext,
  { searchTerm }: Pick<RepositoryListInput, 'searchTerm'>,
): Promise<number> {
  const some = db
    .select({ one: sql`1` })
    .from(repository)
    .where(and(isThere, matches(searchTerm, SEARCHABLE_REPOSITORIES)))
    .limit(totalCap + 1)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some.as('some'))
  return counted?.total ?? 0
}

/** Reads one repository. @throws {AppError} NOT_FOUND */
export async function getRepository({ db }: ServiceContext, { id }: { id: string }): Promise<RepositoryDetail> {
  const [found] = await db
    .select({
      id: repository.id,
      ...fields.columns,
      createdAt: repository.createdAt,
      updatedAt: repository.updatedAt,
      createdByName: user.name,
    })
    .from(repository)
    .leftJoin(user, eq(user.id, repository.createdById))
    .where(and(eq(repository.id, id), isThere))
  if (!found) throw new AppError('NOT_FOUND')
  return { ...found, createdAt: found.createdAt.toISOString(), updatedAt: found.updatedAt.toISOString() }
}

/** Adds a repository. @throws {AppError} TAKEN when the name is in use, also in a race */
export function createRepository(context: ServiceContext, input: RepositoryFields): Promise<{ id: string }> {
  return inTransaction(context, [nameTaken], async (context) => {
    const after = fields.toRow(input)
    const [made] = await context.db
      .insert(repository)
      .values({ ...after, createdById: context.actor.id })
      .returning({ id: repository.id })
    if (!made) throw new AppError('UNKNOWN_ERROR')
    await recordAudit(context, { action: 'repository-created', subject: { id: made.id, name: after.name }, after })
    return made
  })
}

/** Changes a repository. @throws {AppError} NOT_FOUND; TAKEN when the name is in use, also in a race */
export function updateRepository(
  context: ServiceContext,
  { id, ...input }: RepositoryFields & { id: string },
): Promise<void> {
  return inTransaction(context, [nameTaken], async (context) => {
    const before = await lockRepository(context, id)
    const after = fields.toRow(input)
    if (fields.isSame(before, after)) return
    await context.db.update(repository).set(after).where(eq(repository.id, id))
    await recordAudit(context, { action: 'repository-updated', subject: { id, name: after.name }, before, after })
  })
}

/** Takes a repository out of all lists; for a day it can be had back. @throws {AppError} NOT_FOUND */
export function deleteRepository(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const before = await lockRepository(context, id)
    await context.db
      .update(repository)
      .set({ deletedAt: sql`now()` })
      .where(eq(repository.id, id))
    await recordAudit(context, { action: 'repository-deleted', subject: { id, name: before.name }, before })
  })
}

/** Undoes a deletion. @throws {AppError} NOT_FOUND; TAKEN when its name was given away meanwhile */
export function restoreRepository(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [nameTaken], async (context) => {
    const [restored] = await context.db
      .update(repository)
      .set({ deletedAt: null })
      .where(and(eq(repository.id, id), isNotNull(repository.deletedAt)))
      .returning({ name: repository.name })
    if (!restored) throw new AppError('NOT_FOUND')
    await recordAudit(context, { action: 'repository-restored', subject: { id, name: restored.name } })
  })
}

/** The fields as they are, held until the transaction ends. */
async function lockRepository({ db }: ServiceContext, id: string) {
  const [found] = await db
    .select(fields.columns)
    .from(repository)
    .where(and(eq(repository.id, id), isThere))
    .for('update')
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
