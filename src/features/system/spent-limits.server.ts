import { eq, sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { throttle } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { manifests, type OrDeclared } from '#features.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { LIMITS, limitOf, type Limit } from '#one-time-code/code-limits.server.ts'
import { acceptedAddressKeys } from '#one-time-code/code-requester.server.ts'

const { loginCode } = appConfig

/** How often each limit that refuses somebody lets them through. The pause after each code is no trouble of anybody's. */
const OF_CODES = {
  fuse: loginCode.mostSends.overAll.count,
  'network-sends': loginCode.mostSends.perWidestNetwork.count,
  sends: loginCode.mostSends.perAddress.count,
  'pair-sends': loginCode.mostSends.perAddressAndNetwork.count,
  'known-sends': loginCode.sendsPerKnownBrowser.count,
  'signed-in-sends': loginCode.sendsPerDaySignedIn.count,
  'network-tries': loginCode.triesPerNetwork.count,
  'browser-tries': loginCode.triesPerNetwork.count,
} satisfies Partial<Record<Limit, number>>

/** A limit that may refuse somebody for long. */
type RefusingLimit = OrDeclared<keyof typeof OF_CODES, 'limits'>

const ALLOWED = {
  ...Object.fromEntries(
    manifests.flatMap(({ limits = {} }) => Object.entries(limits).map(([name, { count }]) => [name, count])),
  ),
  ...OF_CODES,
} as Record<RefusingLimit, number>

const REFUSING = Object.keys(ALLOWED) as RefusingLimit[]

/** A limit that is used up, as administrators see it: of addresses and networks only hashes are kept. */
export interface SpentLimit {
  /** Names it without telling whose it is. */
  id: string
  limit: Limit
  /** ISO 8601 */
  endsAt: string
}

/** The limits of one e-mail address that count at this moment. */
export interface AddressLimit {
  /** Names it without telling whose it is. */
  id: string
  limit: Limit
  used: number
  allowed: number
  /** ISO 8601 */
  endsAt: string
}

/** One that was shown is among the first; during an attack there are very many. */
const MOST_LOOKED_AT = 5_000

/** Lists the limits that are used up, those that last longest first. */
export async function listSpentLimits(db: Database, most: number): Promise<SpentLimit[]> {
  const rows = await db
    .select({ key: throttle.key, endsAt: throttle.endsAt })
    .from(throttle)
    .where(sql`${throttle.endsAt} > now() and (${sql.join(spentConditions(), sql` or `)})`)
    .orderBy(sql`${throttle.endsAt} desc`)
    .limit(most)
  return rows.map(({ key, endsAt }) => ({ id: idOf(key), limit: limitOf(key), endsAt: endsAt.toISOString() }))
}

/**
 * Gives back one limit that is used up.
 * @param id of `listSpentLimits`
 * @returns what it was; undefined when it has ended or was given back meanwhile
 */
export async function liftLimit(db: Database, id: string): Promise<Limit | undefined> {
  const rows = await db
    .select({ key: throttle.key })
    .from(throttle)
    .where(sql`${throttle.endsAt} > now() and (${sql.join(spentConditions(), sql` or `)})`)
    .orderBy(sql`${throttle.endsAt} desc`)
    .limit(MOST_LOOKED_AT)
  const key = rows.find((row) => idOf(row.key) === id)?.key
  if (key === undefined) return undefined
  await db.delete(throttle).where(eq(throttle.key, key))
  return limitOf(key)
}

/** Finds what counts for an e-mail address now, in known browsers and in new ones. */
export async function findLimitsOf(db: Database, email: string): Promise<AddressLimit[]> {
  const rows = await db
    .select()
    .from(throttle)
    .where(sql`${throttle.endsAt} > now() and ${isOfAddress(email)}`)
    .orderBy(throttle.key)
  return rows.flatMap(({ key, count, endsAt }) => {
    const limit = REFUSING.find((one) => one === limitOf(key))
    return limit ? [{ id: idOf(key), limit, used: count, allowed: ALLOWED[limit], endsAt: endsAt.toISOString() }] : []
  })
}

/** Gives back all limits of an e-mail address: whoever has it may ask for a code right away, from any browser. */
export async function liftLimitsOf(db: Database, email: string): Promise<void> {
  await db.delete(throttle).where(isOfAddress(email))
}

/** In the keys of these limits the hash of the address stands behind what names the limit. */
function isOfAddress(email: string): SQL {
  const kinds = ['sends', 'pair-sends', 'known-sends', 'signed-in-sends', 'browser-tries', 'pause'] as const
  const prefixes = [...kinds.map((limit) => LIMITS[limit]), 'send:address:']
  const begins = acceptedAddressKeys(email).flatMap((address) =>
    prefixes.map((prefix) => sql`starts_with(${throttle.key}, ${prefix + address})`),
  )
  return sql`(${sql.join(begins, sql` or `)})`
}

function spentConditions(): SQL[] {
  return REFUSING.map(
    (limit) => sql`(starts_with(${throttle.key}, ${LIMITS[limit]}) and ${throttle.count} >= ${ALLOWED[limit]})`,
  )
}

/** What pages are given is no key of ours. */
function idOf(key: string): string {
  return keyedHash(environment().secret, 'limit-id', key)
}
