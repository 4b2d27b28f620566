import { createHash } from 'node:crypto'
import { and, asc, eq, lte, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { database, type Database } from '#db/client.ts'
import { repository } from '#db/schema.ts'
import { spend } from '#db/throttle.ts'
import { defineTask } from '#jobs/define-task.server.ts'
import { fetchOutside, OutsideError, type OutsideGuard, type OutsideLimits } from '#lib/outside-fetch.server.ts'
import { linkGuard } from './link-guard.server.ts'
import { linkChecksConfig } from './link-checks.config.ts'
import { repositoryLink } from './link-checks.tables.server.ts'

interface Surroundings {
  db?: Database
  guard?: OutsideGuard
  limits?: Partial<OutsideLimits>
  /** Stops after what is under way. */
  signal?: AbortSignal
  /** For how long links are begun to be asked, in milliseconds. */
  turnMs?: number
}

/** What became of asking a link. */
interface Answer {
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
const LIMITS: Partial<OutsideLimits> = { wholeMs: 10_000, bodyBytes: 1_024, redirects: 5 }
/** The most links that one statement puts in queues, and the most such statements of a turn. */
const QUEUED_AT_ONCE = 1_000
const QUEUEINGS_OF_TURN = 20
/** The most links that are asked side by side, and of one owner: hanging ones leave room for others. */
const ASKED_AT_ONCE = 10
const ASKED_OF_OWNER = 2
/** The job begins anew every minute; it is over before, in milliseconds. */
const TURN_MS = 40_000
/** Shorter than the minute between two turns, which do not begin to the moment, in seconds. */
const ASKS_COUNT_FOR_S = 45
/** The most queues that a turn looks at; the next turn begins behind them. */
const QUEUES_OF_TURN = 1_000
const NO_OWNER = '00000000-0000-0000-0000-000000000000'
const FIRST_QUEUE = { host: '', ownerId: NO_OWNER }
/** Answers of servers that live, and want something of who asks: a sign-in, say, or another method. */
const ALIVE_BUT_CLOSED = new Set([401, 402, 403, 405, 407, 429, 451])

/** The last queue that a turn of this process looked at. */
let lastQueue = FIRST_QUEUE
/** When links of each owner were asked last, as a number that grows with every ask. */
const lastAskOf = new Map<string, number>()
let asks = 0

/** Asks links every minute: one job at a time on all nodes; a turn that was missed is not made up for. */
export const checkLinksTask = defineTask({
  name: 'check-links',
  payload: z.unknown(),
  asksOutside: true,
  run: (_payload, signal) => checkDueLinks({ signal }),
  cron: { match: '* * * * *', options: { queueName: 'links', maxAttempts: 1, jobKey: 'links' } },
})

/**
 * Asks the links of repositories that are due, until its time is up: some of each host, one after the other, and the owners in
 * turn. Those that are left wait in the queues of their hosts for the next turn, and cost nothing meanwhile.
 */
export async function checkDueLinks(surroundings: Surroundings = {}): Promise<void> {
  const { db = database(), signal, turnMs = TURN_MS } = surroundings
  for (let times = 0; times < QUEUEINGS_OF_TURN; times += 1) if ((await queueDue(db)) < QUEUED_AT_ONCE) break
  const links = await readQueues(db)
  const end = AbortSignal.any([AbortSignal.timeout(turnMs), ...(signal ? [signal] : [])])
  await askInTurn(links, end, (link) => checkQueued(db, link, surroundings))
}

/** Asks the link of a repository now, and keeps what came of it; of one that is not there, nothing. */
export async function checkLink(id: string, surroundings: Surroundings = {}): Promise<void> {
  const { db = database() } = surroundings
  const [found] = await db.select({ link: repository.link }).from(repository).where(eq(repository.id, id))
  if (found) await keep(db, { id, link: found.link }, await ask(found.link, surroundings))
}

/**
 * Puts links that are due in the queues of their hosts. One that is still there after a day is put there again, and keeps its
 * place. Those of deleted repositories are put off until they are purged.
 * @returns how many were due
 */
function queueDue(db: Database): Promise<number> {
  return db.transaction(async (db) => {
    const due = await db
      .select({ id: repository.id, link: repository.link, deletedAt: repository.deletedAt })
      .from(repositoryLink)
      .innerJoin(repository, eq(repository.id, repositoryLink.repositoryId))
      .where(lte(repositoryLink.dueAt, sql`now()`))
      .orderBy(asc(repositoryLink.dueAt))
      .limit(QUEUED_AT_ONCE)
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

/** Reads the first links of the next queues, the oldest first. */
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
    from (select queue.host, queue.owner_id from queue limit ${QUEUES_OF_TURN}) as taken
    cross join lateral (
      select l.repository_id, l.queued_at from ${repositoryLink} as l
      where l.host = taken.host and l.owner_id = taken.owner_id order by l.queued_at limit ${asksOfHostPerMinute}
    ) as waiting
    order by waiting.queued_at`)
  const queues = new Map(links.map((link) => [`${link.host} ${link.ownerId}`, link]))
  const last = queues.size < QUEUES_OF_TURN ? undefined : queues.get([...queues.keys()].toSorted().at(-1) ?? '')
  lastQueue = last ?? FIRST_QUEUE
  return [...links]
}

/** What is left alone for the rest of a turn once a link was checked. */
type LeftAlone = 'nothing' | 'its queue' | 'its host'

/**
 * Asks links side by side, of each host one at a time: the next is one whose owner has not too many under way, and of these the
 * one whose owner waits longest.
 */
async function askInTurn(links: QueuedLink[], end: AbortSignal, check: (link: QueuedLink) => Promise<LeftAlone>) {
  let left = links
  const owners = new Set(links.map(({ ownerId }) => ownerId))
  for (const ownerId of lastAskOf.keys()) if (!owners.has(ownerId)) lastAskOf.delete(ownerId)
  const underWay = new Map<QueuedLink, Promise<void>>()
  const failures: unknown[] = []

  async function start(link: QueuedLink) {
    left = left.filter((one) => one !== link)
    lastAskOf.set(link.ownerId, (asks += 1))
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
        return ofOwner.length < ASKED_OF_OWNER && !asked.some((one) => one.host === host)
      })
      .toSorted((one, other) => (lastAskOf.get(one.ownerId) ?? 0) - (lastAskOf.get(other.ownerId) ?? 0))
    if (next && asked.length < ASKED_AT_ONCE) underWay.set(next, start(next))
    else await Promise.race(underWay.values())
  }
  await Promise.all(underWay.values())
  if (failures.length > 0) throw failures[0]
}

/** Checks a link where its host was not asked too often, by any process. */
async function checkQueued(db: Database, { id, host }: QueuedLink, surroundings: Surroundings): Promise<LeftAlone> {
  const budget = { key: hostKey(host), count: asksOfHostPerMinute, seconds: ASKS_COUNT_FOR_S }
  if ((await spend(db, [budget])) > 0) return 'its host'
  // Should this process die, it comes again in an hour.
  const [taken] = await db
    .update(repositoryLink)
    .set({ ...NOT_QUEUED, dueAt: sql`now() + interval '1 hour'` })
    .from(repository)
    .where(and(eq(repositoryLink.repositoryId, id), eq(repositoryLink.host, host), eq(repository.id, id)))
    .returning({ link: repository.link, deletedAt: repository.deletedAt })
  if (taken?.deletedAt !== null) return 'nothing'
  const answer = await ask(taken.link, surroundings)
  await keep(db, { id, link: taken.link }, answer)
  // Whose links hang is asked one of them, so that others have their turn.
  return answer.fault === 'timed-out' ? 'its queue' : 'nothing'
}

const NOT_QUEUED = { host: null, ownerId: null, queuedAt: null }

function hostOf(link: string): string {
  return (URL.canParse(link) ? new URL(link).hostname : '') || 'none'
}

function hostKey(host: string): string {
  return `link-host:${createHash('sha256').update(host).digest('base64url').slice(0, 22)}`
}

/** As little as tells whether it answers: the headers, or where a server does not give them alone, the beginning of the page. */
async function ask(link: string, { guard = linkGuard(), limits }: Surroundings): Promise<Answer> {
  const request = { url: link, guard, limits: { ...LIMITS, ...limits } }
  try {
    const head = await fetchOutside({ ...request, method: 'HEAD' }).catch(refusedAsFault)
    const { status } = head && head.status < 400 ? head : await fetchOutside({ ...request, method: 'GET' })
    return { responseStatus: status, fault: null }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { responseStatus: null, fault: error.fault }
  }
}

/** Some servers break off at HEAD: those are asked once more; for everything else the first answer counts. */
function refusedAsFault(error: unknown): undefined {
  if (error instanceof OutsideError && ['not-connected', 'not-http'].includes(error.fault)) return undefined
  throw error
}

async function keep(db: Database, { id, link }: DueLink, { responseStatus, fault }: Answer): Promise<void> {
  const answers = responseStatus !== null && (responseStatus < 400 || ALIVE_BUT_CLOSED.has(responseStatus))
  await db
    .update(repositoryLink)
    .set({
      ...NOT_QUEUED,
      responseStatus,
      fault,
      checkedAt: sql`now()`,
      failingSince: answers ? null : sql`coalesce(${repositoryLink.failingSince}, now())`,
      dueAt: sql`now() + make_interval(hours => ${everyHours}) + random() * interval '10 minutes'`,
    })
    .from(repository)
    // Another link meanwhile has an answer of its own to come.
    .where(and(eq(repositoryLink.repositoryId, id), eq(repository.id, id), eq(repository.link, link)))
}
