import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { database, type Database } from '#db/client.ts'
import { repository, repositoryLink } from '#db/schema.ts'
import { spend } from '#db/throttle.ts'
import { fetchOutside, OutsideError, type OutsideGuard, type OutsideLimits } from '#lib/outside-fetch.server.ts'
import { linkGuard } from './outside.server.ts'

interface Surroundings {
  db?: Database
  guard?: OutsideGuard
  limits?: Partial<OutsideLimits>
  /** Stops after what is under way. */
  signal?: AbortSignal
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

const { everyHours, secondsBetweenAsksOfHost } = appConfig.linkChecks
const LIMITS: Partial<OutsideLimits> = { wholeMs: 10_000, bodyBytes: 1_024, redirects: 5 }
/** So many are taken on at once, and asked side by side. */
const BATCH = 5
/** The job begins anew every minute; it is over before, in milliseconds. */
const TURN_MS = 40_000
/** Answers of servers that live, and want something of who asks: a sign-in, say, or another method. */
const ALIVE_BUT_CLOSED = new Set([401, 402, 403, 405, 407, 429, 451])

/** Asks the links of repositories that are due, until none is left or its time is up: each host once in some seconds. */
export async function checkDueLinks(surroundings: Surroundings = {}): Promise<void> {
  const { db = database(), signal } = surroundings
  const endOfTurn = performance.now() + TURN_MS
  while (!signal?.aborted && performance.now() < endOfTurn) {
    const taken = await takeDue(db)
    if (taken.length === 0) return
    const due = taken.filter(({ isDeleted }) => !isDeleted)
    if (due.length === 0) continue
    await Promise.all(due.map((link) => checkInTurn(db, link, surroundings)))
    // Nobody waits for it: the database has others to serve.
    await pause(50)
  }
}

/** Asks the link of a repository now, and keeps what came of it; of one that is not there, nothing. */
export async function checkLink(id: string, surroundings: Surroundings = {}): Promise<void> {
  const { db = database() } = surroundings
  const [found] = await db.select({ link: repository.link }).from(repository).where(eq(repository.id, id))
  if (found) await keep(db, { id, link: found.link }, await ask(found.link, surroundings))
}

/**
 * Takes on some that are due: should this process die, they come again in an hour. Those of deleted repositories are put off, or
 * they would stand in front of all others until they are purged.
 */
async function takeDue(db: Database): Promise<(DueLink & { isDeleted: boolean })[]> {
  const due = db
    .select({ id: repositoryLink.repositoryId })
    .from(repositoryLink)
    .where(lte(repositoryLink.dueAt, sql`now()`))
    .orderBy(asc(repositoryLink.dueAt))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  return db
    .update(repositoryLink)
    .set({
      dueAt: sql`now() + make_interval(hours => case when ${repository.deletedAt} is null then 1 else ${everyHours}::int end)`,
    })
    .from(repository)
    .where(and(sql`${repositoryLink.repositoryId} in ${due}`, eq(repository.id, repositoryLink.repositoryId)))
    .returning({
      id: repository.id,
      link: repository.link,
      isDeleted: sql<boolean>`${repository.deletedAt} is not null`,
    })
}

/** Asks a link where its host has not been asked for some seconds; else puts it off. */
async function checkInTurn(db: Database, due: DueLink, surroundings: Surroundings): Promise<void> {
  const { id, link } = due
  const wait = await spend(db, [{ key: `link-host:${hostKey(link)}`, count: 1, seconds: secondsBetweenAsksOfHost }])
  if (wait === 0) return keep(db, due, await ask(link, surroundings))
  // Further away than the next turn of the host, so that many of one host do not stand in front of the others.
  await db
    .update(repositoryLink)
    .set({ dueAt: sql`now() + make_interval(secs => ${wait} + random() * 300)` })
    .where(eq(repositoryLink.repositoryId, id))
}

function hostKey(link: string): string {
  const host = URL.canParse(link) ? new URL(link).hostname : ''
  return createHash('sha256').update(host).digest('base64url').slice(0, 22)
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
