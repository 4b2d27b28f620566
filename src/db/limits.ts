import { and, eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { CombinedField } from '#features.ts'
import { AppError } from '#lib/app-error.ts'
import type { Database } from './client.ts'
import { user } from './schema.ts'
import { DECLARED_TABLES, type TableName } from './table-owners.ts'
import { enforceRateLimit } from './rate-limits.ts'

/** The kinds of rows whose number is limited. */
export type LimitedKind = {
  [Name in TableName]: CombinedField<'tables'>[Name]['limit'] extends string ? never : Name
}[TableName]

interface RoomContext {
  db: Database
  /** The user who adds the row. */
  actor: { id: string }
  /** The bulk job that adds the row. With a job, no limit is checked, because the job itself was counted when it was created. */
  jobId?: string
}

interface CountedRows {
  /** The id of the user or organization to which the limit applies. Transactions with the same holder run one by one. */
  holder: string
  count: () => Promise<number>
  refusal?: AppError
}

/**
 * Makes sure that a row can be added without exceeding a limit, and counts it towards the daily limit of the user who adds it.
 * Must be called in the transaction that adds the row.
 * @throws {AppError} the given refusal, or NO_ROOM, at the limit; TOO_MANY_TODAY at the daily limit
 */
export async function takeRoom(context: RoomContext, kind: LimitedKind, counted?: CountedRows): Promise<void> {
  if (context.jobId !== undefined) return
  await requireRoom(context, kind, counted)
  await consumeDailyLimit(context, `added:${kind}`, appConfig.creationsPerDay)
}

/**
 * Counts a change of a row towards the daily limit of the user who makes it. Must be called before the change.
 * @throws {AppError} TOO_MANY_TODAY at the daily limit
 */
export async function consumeDailyChange(context: RoomContext, kind: LimitedKind): Promise<void> {
  if (context.jobId === undefined) await consumeDailyLimit(context, `changed:${kind}`, appConfig.changesPerDay)
}

async function consumeDailyLimit(
  { db, actor }: RoomContext,
  key: string,
  limits: { user: number; administrator: number },
): Promise<void> {
  const isAdministrator = (await db.$count(user, and(eq(user.id, actor.id), eq(user.role, 'admin')))) > 0
  const count = isAdministrator ? limits.administrator : limits.user
  await enforceRateLimit(db, [{ key: `${key}:${actor.id}`, count, seconds: 86_400 }], 'TOO_MANY_TODAY')
}

/** Makes sure that a row, such as a restored one, exceeds no total limit. @throws {AppError} NO_ROOM, or the given refusal */
export async function requireRoom({ db, jobId }: RoomContext, kind: LimitedKind, counted?: CountedRows): Promise<void> {
  const { limit } = DECLARED_TABLES[kind]
  if (jobId !== undefined || typeof limit === 'string' || limit.most === undefined || !counted) return
  const { holder, count, refusal = new AppError('NO_ROOM') } = counted
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:${holder}`}, 0))`)
  if ((await count()) >= limit.most) throw refusal
}
