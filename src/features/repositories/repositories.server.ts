import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { writeCursor } from '#db/cursor.ts'
import { keysetPage } from '#db/keyset-page.ts'
import { repository, user } from '#db/schema.ts'
import { matches, SEARCHABLE_REPOSITORIES } from '#db/search.ts'
import { mapDatabaseErrors, uniqueViolation } from '#db/violations.ts'
import { recordAudit, type ActorRef } from '#audit/audit.server.ts'
import { AppError } from '#lib/app-error.ts'
import { isUuid } from '#lib/uuid.ts'
import type { RepositoryDetail, RepositoryFields, RepositoryRow, RepositorySort } from './repositories.schema.ts'

const isThere = isNull(repository.deletedAt)
const nameTaken = uniqueViolation('repository_name_unique', 'name')

const orders = {
  newest: { by: repository.createdAt, type: 'timestamptz', direction: 'desc' },
  name: { by: repository.sortName, type: 'text', direction: 'asc' },
} as const

interface ListOptions {
  searchTerm: string
  sort: RepositorySort
  /** From the page before; null for the first page. */
  cursor: string | null
}

/** A page of repositories that a term fits. */
export async function listRepositories(
  db: Database,
  { searchTerm, sort, cursor }: ListOptions,
): Promise<{ rows: RepositoryRow[]; nextCursor: string | null }> {
  const { pageSize } = appConfig.lists
  const order = orders[sort]
  const limit = pageSize + 1
  const { where, orderBy } = keysetPage({
    of: SEARCHABLE_REPOSITORIES,
    order,
    within: isThere,
    searchTerm,
    cursor,
    limit,
  })
  const rows = await db
    .select({
      id: repository.id,
      name: repository.name,
      link: repository.link,
      description: repository.description,
      createdAt: repository.createdAt,
      position: sql<string>`${order.by}::text`,
    })
    .from(repository)
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    rows: shown.map(({ id, name, link, description, createdAt }) => ({
      id,
      name,
      link,
      description,
      createdAt: createdAt.toISOString(),
    })),
    nextCursor: last ? writeCursor({ value: last.position, id: last.id }) : null,
  }
}

/** How many repositories a term fits, counted up to one more than the cap. */
export async function countRepositories(db: Database, searchTerm: string): Promise<number> {
  const some = db
    .select({ one: sql`1` })
    .from(repository)
    .where(and(isThere, matches(searchTerm, SEARCHABLE_REPOSITORIES)))
    .limit(appConfig.lists.totalCap + 1)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some.as('some'))
  return counted?.total ?? 0
}

/** @throws {AppError} NOT_FOUND */
export async function getRepository(db: Database, id: string): Promise<RepositoryDetail> {
  if (!isUuid(id)) throw new AppError('NOT_FOUND')
  const [found] = await db
    .select({
      id: repository.id,
      name: repository.name,
      link: repository.link,
      description: repository.description,
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

/** @throws {AppError} TAKEN when the name is in use, also in a race */
export async function createRepository(
  db: Database,
  actor: ActorRef,
  fields: RepositoryFields,
): Promise<{ id: string }> {
  return mapDatabaseErrors([nameTaken], () =>
    db.transaction(async (transaction) => {
      const values = stored(fields)
      const [made] = await transaction
        .insert(repository)
        .values({ ...values, createdById: actor.id })
        .returning({ id: repository.id })
      if (!made) throw new AppError('UNKNOWN_ERROR')
      await recordAudit(transaction, {
        action: 'repository-created',
        actor,
        subject: { id: made.id, name: values.name },
        after: values,
      })
      return made
    }),
  )
}

/** @throws {AppError} NOT_FOUND; TAKEN when the name is in use, also in a race */
export async function updateRepository(
  db: Database,
  actor: ActorRef,
  id: string,
  fields: RepositoryFields,
): Promise<void> {
  await mapDatabaseErrors([nameTaken], () =>
    db.transaction(async (transaction) => {
      const before = await lockRepository(transaction, id)
      const after = stored(fields)
      await transaction.update(repository).set(after).where(eq(repository.id, id))
      await recordAudit(transaction, {
        action: 'repository-updated',
        actor,
        subject: { id, name: after.name },
        before,
        after,
      })
    }),
  )
}

/** Takes a repository out of all lists; for a day it can be had back. @throws {AppError} NOT_FOUND */
export async function deleteRepository(db: Database, actor: ActorRef, id: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const before = await lockRepository(transaction, id)
    await transaction
      .update(repository)
      .set({ deletedAt: sql`now()` })
      .where(eq(repository.id, id))
    await recordAudit(transaction, { action: 'repository-deleted', actor, subject: { id, name: before.name }, before })
  })
}

/** Undoes a deletion. @throws {AppError} NOT_FOUND; TAKEN when its name was given away meanwhile */
export async function restoreRepository(db: Database, actor: ActorRef, id: string): Promise<void> {
  if (!isUuid(id)) throw new AppError('NOT_FOUND')
  await mapDatabaseErrors([nameTaken], () =>
    db.transaction(async (transaction) => {
      const [restored] = await transaction
        .update(repository)
        .set({ deletedAt: null })
        .where(and(eq(repository.id, id), isNotNull(repository.deletedAt)))
        .returning({ name: repository.name })
      if (!restored) throw new AppError('NOT_FOUND')
      await recordAudit(transaction, { action: 'repository-restored', actor, subject: { id, name: restored.name } })
    }),
  )
}

/** The fields as they are, held until the transaction ends. */
async function lockRepository(db: Pick<Database, 'select'>, id: string) {
  if (!isUuid(id)) throw new AppError('NOT_FOUND')
  const [found] = await db
    .select({ name: repository.name, link: repository.link, description: repository.description })
    .from(repository)
    .where(and(eq(repository.id, id), isThere))
    .for('update')
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

function stored({ name, link, description }: RepositoryFields) {
  return { name, link, description: description === '' ? null : description }
}
