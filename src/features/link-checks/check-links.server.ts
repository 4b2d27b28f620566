import { createHash } from 'node:crypto'
import { and, asc, eq, lte, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { database, type Database } from '#db/client.ts'
import { now, repository } from '#db/schema.ts'
import { tryConsumeRateLimits } from '#db/rate-limits.ts'
import { environment } from '#env/environment.server.ts'
import { defineTask } from '#queue/define-task.server.ts'
import { egressPolicy } from '#queue/egress-policy.server.ts'
import { fetchExternal, ExternalError, type EgressPolicy, type ExternalLimits } from '#lib/external-fetch.server.ts'
import { linkChecksConfig } from './link-checks.config.ts'
import { repositoryLink } from './link-checks.tables.server.ts'

interface CheckOptions {
  db?: Database
  policy?: EgressPolicy
  limits?: Partial<ExternalLimits>
  /** Ends the run: no new checks are started, and running checks are finished. */
  signal?: AbortSignal
  /** Milliseconds for which a run starts new checks. */
  maxRunMs?: number
}

/** The result of a request to a link. */
interface LinkResponse {
  responseStatus: number | null
  fault: string | null
}

interface DueLink {
  id: string
  link: string
}

/** A link in the queue of its host and its owner. */
interface QueuedLink {
  id: string
  host: string
  ownerId: string
}

const { everyHours, asksOfHostPerMinute } = linkChecksConfig
const REQUEST_LIMITS: Partial<ExternalLimits> = { wholeMs: 10_000, bodyBytes: 1_024, redirects: 5 }
/** The maximum number of links that one statement queues. */
const QUEUE_BATCH = 1_000
/** The maximum number of statements in a run that queue links. */
const MAX_QUEUE_BATCHES = 20
/** The maximum number of simultaneous checks of a run. */
const MAX_CONCURRENT_CHECKS = 10
/** The maximum number of simultaneous checks per owner, so that one owner's links that hang leave room for others. */
const MAX_CONCURRENT_CHECKS_OF_OWNER = 2
/** Milliseconds for which a run starts new checks, less than a minute because the next run starts after a minute. */
const MAX_RUN_MS = 40_000
/** The window of the rate limit per host in seconds, less than a minute because runs do not start exactly every minute. */
const HOST_LIMIT_SECONDS = 45
/** The maximum number of queues that a run reads. The next run continues after the last of these queues. */
const MAX_QUEUES_PER_RUN = 1_000
const NO_OWNER = '00000000-0000-0000-0000-000000000000'
const FIRST_QUEUE = { host: '', ownerId: NO_OWNER }
/** The statuses of working servers that require a different request, for example with a sign-in or another method. */
const REACHABLE_STATUSES = new Set([401, 402, 403, 405, 407, 429, 451])

/** The last queue that the previous run of this process has read; the next run begins after it. */
let lastQueue = FIRST_QUEUE
/** The number of each owner's last check, by the owner's id. All checks of this process are numbered consecutively. */
const lastCheckOfOwner = new Map<string, number>()
let checkCount = 0

/** Checks links every minute, in at most one job at a time on all nodes. A failed or missed run is not repeated. */
export const checkLinksTask = defineTask({
  name: 'check-links',
  payload: z.unknown(),
  isExternal: true,
  run: (_payload, signal) => checkDueLinks({ signal }),
  cron: { match: '* * * * *', options: { queueName: 'links', maxAttempts: 1, jobKey: 'links' } },
})

/**
 * Checks due links until the time limit of this run: several hosts at once, but one link at a time per host, up to the host's
 * rate limit. The owner who has waited longest is next. Remaining links stay queued for the next run.
 */
export async function checkDueLinks(options: CheckOptions = {}): Promise<void> {
  const { db = database(), signal, maxRunMs = MAX_RUN_MS } = options
  for (let times = 0; times < MAX_QUEUE_BATCHES; times += 1) if ((await queueDueLinks(db)) < QUEUE_BATCH) break
  const links = await readQueues(db)
  const end = AbortSignal.any([AbortSignal.timeout(maxRunMs), ...(signal ? [signal] : [])])
  await checkFairly(links, end, (link) => checkQueued(db, link, options))
}

/** Checks the link of a repository now, and stores the result. Does nothing if the repository doesn't exist. */
export async function checkLink(id: string, options: CheckOptions = {}): Promise<void> {
  const { db = database() } = options
  const [found] = await db.select({ link: repository.link }).from(repository).where(eq(repository.id, id))
  if (found) await saveResult(db, { id, link: found.link }, await requestLink(found.link, options))
}

/**
 * Puts each due link in the queue of its host and owner. A link that is still queued after a day keeps its position. Links of
 * deleted repositories are not checked: each day, they are postponed for a day, until the repositories are purged.
 * @returns the number of due links
 */
function queueDueLinks(db: Database): Promise<number> {
  return db.transaction(async (db) => {
    const due = await db
      .select({ id: repository.id, link: repository.link, deletedAt: repository.deletedAt })
      .from(repositoryLink)
      .innerJoin(repository, eq(repository.id, repositoryLink.repositoryId))
      .where(lte(repositoryLink.dueAt, now))
      .orderBy(asc(repositoryLink.dueAt))
      .limit(QUEUE_BATCH)
      .for('update', { of: repositoryLink, skipLocked: true })
    if (due.length === 0) return 0
    const hosts = Object.fromEntries(due.map(({ id, link, deletedAt }) => [id, deletedAt ? null : hostOf(link)]))
    await db.execute(sql`
      update ${repositoryLink} as l set
        host = ${JSON.stringify(hosts)}::jsonb ->> l.repository_id::text,
        owner_id = coalesce(r.organization_id, r.created_by_id, ${NO_OWNER}::uuid),
        queued_at = coalesce(l.queued_at, l.due_at),
        due_at = now() + make_interval(hours => ${everyHours})
      from ${repository} as r
      where r.id = l.repository_id and l.repository_id = any(${sql.param(Object.keys(hosts))}::uuid[])`)
    return due.length
  })
}

/** Reads the first links of each of the next queues, ordered by the time at which they were queued. */
async function readQueues(db: Database): Promise<QueuedLink[]> {
  const after = (host: SQL, ownerId: SQL) => sql`
    select l.host, l.owner_id from ${repositoryLink} as l
    where l.host is not null and (l.host, l.owner_id) > (${host}, ${ownerId}) order by l.host, l.owner_id limit 1`
  const links = await db.execute<{ id: string; host: string; ownerId: string }>(sql`
    with recursive queue as (
      (${after(sql`${lastQueue.host}`, sql`${lastQueue.ownerId}::uuid`)})
      union all
      select next.host, next.owner_id from queue
      cross join lateral (${after(sql`queue.host`, sql`queue.owner_id`)}) as next
    )
    select waiting.repository_id as id, taken.host, taken.owner_id as "ownerId"
    from (select queue.host, queue.owner_id from queue limit ${MAX_QUEUES_PER_RUN}) as taken
    cross join lateral (
      select l.repository_id, l.queued_at from ${repositoryLink} as l
      where l.host = taken.host and l.owner_id = taken.owner_id order by l.queued_at limit ${asksOfHostPerMinute}
    ) as waiting
    order by waiting.queued_at`)
  const queues = new Map(links.map((link) => [`${link.host} ${link.ownerId}`, link]))
  const last = queues.size < MAX_QUEUES_PER_RUN ? undefined : queues.get([...queues.keys()].toSorted().at(-1) ?? '')
  lastQueue = last ?? FIRST_QUEUE
  return [...links]
}

/** The links that the rest of a run skips after the check of a link. */
type SkippedLinks = 'nothing' | 'its queue' | 'its host'

/**
 * Checks links simultaneously, but one at a time for each host. Skips owners that already have too many running checks; of the
 * other owners, the one whose last check is longest ago is next.
 */
async function checkFairly(links: QueuedLink[], end: AbortSignal, check: (link: QueuedLink) => Promise<SkippedLinks>) {
  let left = links
  const owners = new Set(links.map(({ ownerId }) => ownerId))
  for (const ownerId of lastCheckOfOwner.keys()) if (!owners.has(ownerId)) lastCheckOfOwner.delete(ownerId)
  const underWay = new Map<QueuedLink, Promise<void>>()
  const failures: unknown[] = []

  async function start(link: QueuedLink) {
    left = left.filter((one) => one !== link)
    lastCheckOfOwner.set(link.ownerId, (checkCount += 1))
    try {
      const alone = await check(link)
      if (alone !== 'nothing')
        left = left.filter((one) => one.host !== link.host || (alone === 'its queue' && one.ownerId !== link.ownerId))
    } catch (error) {
      failures.push(error)
    }
    underWay.delete(link)
  }

  while (left.length > 0 && failures.length === 0 && !end.aborted) {
    const asked = [...underWay.keys()]
    const [next] = left
      .filter(({ host, ownerId }) => {
        const ofOwner = asked.filter((one) => one.ownerId === ownerId)
        return ofOwner.length < MAX_CONCURRENT_CHECKS_OF_OWNER && !asked.some((one) => one.host === host)
      })
      .toSorted((one, other) => (lastCheckOfOwner.get(one.ownerId) ?? 0) - (lastCheckOfOwner.get(other.ownerId) ?? 0))
    if (next && asked.length < MAX_CONCURRENT_CHECKS) underWay.set(next, start(next))
    else await Promise.race(underWay.values())
  }
  await Promise.all(underWay.values())
  if (failures.length > 0) throw failures[0]
}

/** Checks a link, unless all processes together have reached the rate limit of its host. */
async function checkQueued(db: Database, { id, host }: QueuedLink, options: CheckOptions): Promise<SkippedLinks> {
  const rateLimit = { key: hostKey(host), count: asksOfHostPerMinute, seconds: HOST_LIMIT_SECONDS }
  if ((await tryConsumeRateLimits(db, [rateLimit])) > 0) return 'its host'
  // Take the link from the queue until the check is done. If this process dies, the link is due again in an hour.
  const [taken] = await db
    .update(repositoryLink)
    .set({ ...QUEUE_RESET, dueAt: sql`now() + interval '1 hour'` })
    .from(repository)
    .where(and(eq(repositoryLink.repositoryId, id), eq(repositoryLink.host, host), eq(repository.id, id)))
    .returning({ link: repository.link, deletedAt: repository.deletedAt })
  if (taken?.deletedAt !== null) return 'nothing'
  const answer = await requestLink(taken.link, options)
  await saveResult(db, { id, link: taken.link }, answer)
  // If the link hangs, skip the same owner's other links of this host, so that other owners' links are checked.
  return answer.fault === 'timed-out' ? 'its queue' : 'nothing'
}

const QUEUE_RESET = { host: null, ownerId: null, queuedAt: null }

function hostOf(link: string): string {
  return (URL.canParse(link) ? new URL(link).hostname : '') || 'none'
}

function hostKey(host: string): string {
  return `link-host:${createHash('sha256').update(host).digest('base64url').slice(0, 22)}`
}

/** Returns the policy for link checks: `egressPolicy`, restricted to the ports of http and https outside of local mode. */
function linkPolicy(): EgressPolicy {
  return { ...egressPolicy(), onlyStandardPorts: !environment().isLocal }
}

/** Requests as little as needed: the headers, or the beginning of the page if the request for headers fails. */
async function requestLink(link: string, { policy = linkPolicy(), limits }: CheckOptions): Promise<LinkResponse> {
  const request = { url: link, policy, limits: { ...REQUEST_LIMITS, ...limits } }
  try {
    const head = await fetchExternal({ ...request, method: 'HEAD' }).catch(ignoreBrokenConnection)
    const { status } = head && head.status < 400 ? head : await fetchExternal({ ...request, method: 'GET' })
    return { responseStatus: status, fault: null }
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error
    return { responseStatus: null, fault: error.fault }
  }
}

/** Ignores that a server broke off a HEAD request, because some of them answer GET, which is tried next. Throws other errors. */
function ignoreBrokenConnection(error: unknown): undefined {
  if (error instanceof ExternalError && ['not-connected', 'not-http'].includes(error.fault)) return undefined
  throw error
}

async function saveResult(db: Database, { id, link }: DueLink, { responseStatus, fault }: LinkResponse): Promise<void> {
  const answers = responseStatus !== null && (responseStatus < 400 || REACHABLE_STATUSES.has(responseStatus))
  await db
    .update(repositoryLink)
    .set({
      ...QUEUE_RESET,
      responseStatus,
      fault,
      checkedAt: now,
      failingSince: answers ? null : sql`coalesce(${repositoryLink.failingSince}, now())`,
      dueAt: sql`now() + make_interval(hours => ${everyHours}) + random() * interval '10 minutes'`,
    })
    .from(repository)
    // Store no result if the repository's link was changed during the check, because the new link gets its own check.
    .where(and(eq(repositoryLink.repositoryId, id), eq(repository.id, id), eq(repository.link, link)))
}
