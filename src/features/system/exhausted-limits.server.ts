import { eq, sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import type { Database } from '#db/client.ts'
import { columnsOf } from '#db/columns-of.ts'
import { throttle, user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { manifests, type WithDeclaredNames } from '#features.ts'
import { AppError } from '#lib/app-error.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { maskEmail } from '#lib/mask.ts'
import { displayNameOf } from '#lib/names.ts'
import { LIMITS, limitNameOf, type LimitName } from '#one-time-code/code-limits.server.ts'
import { acceptedAddressKeys } from '#one-time-code/code-client.server.ts'
import { inTransaction, type ServiceContext } from '#service/service-context.server.ts'

const { loginCode } = appConfig

/** The maximum count of each rate limit on codes that can block a user for long. The short pause after a code is not included. */
const CODE_LIMITS = {
  fuse: loginCode.maxSends.overAll.count,
  'network-sends': loginCode.maxSends.perWidestNetwork.count,
  sends: loginCode.maxSends.perAddress.count,
  'pair-sends': loginCode.maxSends.perAddressAndNetwork.count,
  'known-sends': loginCode.sendsPerKnownBrowser.count,
  'signed-in-sends': loginCode.sendsPerDaySignedIn.count,
  'network-tries': loginCode.triesPerNetwork.count,
  'browser-tries': loginCode.triesPerNetwork.count,
} satisfies Partial<Record<LimitName, number>>

/** The name of a rate limit that can block a user for long. */
type RefusingLimit = WithDeclaredNames<keyof typeof CODE_LIMITS, 'limits'>

const ALLOWED_COUNTS = {
  ...Object.fromEntries(
    manifests.flatMap(({ limits = {} }) => Object.entries(limits).map(([name, { count }]) => [name, count])),
  ),
  ...CODE_LIMITS,
} as Record<RefusingLimit, number>

const REFUSING_LIMITS = Object.keys(ALLOWED_COUNTS) as RefusingLimit[]

/** An exhausted rate limit, as administrators see it: without its address or network, because only their hashes are stored. */
export interface ExhaustedLimit {
  /** Identifies the limit without revealing its address or network. */
  id: string
  limit: LimitName
  /** ISO 8601 */
  endsAt: string
}

/** A rate limit of one email address that has counted requests and has not ended. */
export interface EmailLimit {
  /** Identifies the limit without revealing its address. */
  id: string
  limit: LimitName
  used: number
  allowed: number
  /** ISO 8601 */
  endsAt: string
}

/** Maximum number of exhausted limits among which one is searched by ID. An attack exhausts more, but listed ones come first. */
const MAX_SEARCHED_LIMITS = 5_000

/** Lists the exhausted limits, longest-lasting first. */
export async function listExhaustedLimits(db: Database, most: number): Promise<ExhaustedLimit[]> {
  const rows = await selectExhausted(db, most)
  return rows.map(({ key, endsAt }) => ({ id: idOf(key), limit: limitNameOf(key), endsAt: endsAt.toISOString() }))
}

/** Resets an exhausted limit. @param input.id from `listExhaustedLimits` @throws {AppError} NOT_FOUND if it has already ended */
export function liftLimit(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const rows = await selectExhausted(context.db, MAX_SEARCHED_LIMITS)
    const key = rows.find((row) => idOf(row.key) === id)?.key
    if (key === undefined) throw new AppError('NOT_FOUND')
    await context.db.delete(throttle).where(eq(throttle.key, key))
    // The subject names no address or network, because only their hashes are stored.
    const name = limitNameOf(key) === 'fuse' ? appConfig.name : '…'
    await recordAudit(context, { action: 'limit-lifted', subject: { id: crypto.randomUUID(), name } })
  })
}

/** Returns the current limits of an email address, for known and for new browsers. */
export async function findLimitsOf(
  { db }: Pick<ServiceContext, 'db'>,
  { email }: { email: string },
): Promise<EmailLimit[]> {
  const rows = await db
    .select()
    .from(throttle)
    .where(sql`${throttle.endsAt} > now() and ${keysOfEmail(email)}`)
    .orderBy(throttle.key)
  return rows.flatMap(({ key, count, endsAt }) => {
    const limit = REFUSING_LIMITS.find((one) => one === limitNameOf(key))
    return limit
      ? [{ id: idOf(key), limit, used: count, allowed: ALLOWED_COUNTS[limit], endsAt: endsAt.toISOString() }]
      : []
  })
}

/** Resets all limits of an email address, so that its user can sign in from a new browser after an attacker used up the limits. */
export function liftLimitsOf(context: ServiceContext, { email }: { email: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    await context.db.delete(throttle).where(keysOfEmail(email))
    const [record] = await context.db
      .select(columnsOf(user, 'id', 'name', 'email'))
      .from(user)
      .where(eq(user.email, email))
    const name = record ? displayNameOf(record) : maskEmail(email)
    await recordAudit(context, { action: 'limit-lifted', subject: { id: record?.id ?? crypto.randomUUID(), name } })
  })
}

/** Returns the condition for the limits of an email address, whose keys consist of a limit's name and the address's hash. */
function keysOfEmail(email: string): SQL {
  const kinds = ['sends', 'pair-sends', 'known-sends', 'signed-in-sends', 'browser-tries', 'pause'] as const
  const prefixes = [...kinds.map((limit) => LIMITS[limit]), 'send:address:']
  const begins = acceptedAddressKeys(email).flatMap((address) =>
    prefixes.map((prefix) => sql`starts_with(${throttle.key}, ${prefix + address})`),
  )
  return sql`(${sql.join(begins, sql` or `)})`
}

function selectExhausted(db: Database, most: number) {
  const exhausted = REFUSING_LIMITS.map(
    (limit) => sql`(starts_with(${throttle.key}, ${LIMITS[limit]}) and ${throttle.count} >= ${ALLOWED_COUNTS[limit]})`,
  )
  return db
    .select({ key: throttle.key, endsAt: throttle.endsAt })
    .from(throttle)
    .where(sql`${throttle.endsAt} > now() and (${sql.join(exhausted, sql` or `)})`)
    .orderBy(sql`${throttle.endsAt} desc`)
    .limit(most)
}

/** Hashes a key, because pages must not receive the internal keys. */
function idOf(key: string): string {
  return keyedHash(environment().secret, 'limit-id', key)
}
