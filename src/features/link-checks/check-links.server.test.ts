import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, isNull, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { connectionOptions, databaseOn, type Database } from '#db/client.ts'
import { plansOfWork, rowsExamined } from '#db/test-query-plans.ts'
import { repository, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { isLoopbackAddress } from '#lib/public-address.server.ts'
import { checkDueLinks, checkLink } from './check-links.server.ts'
import { linkChecksConfig } from './link-checks.config.ts'
import { repositoryLink } from './link-checks.tables.server.ts'

const own = ownDatabase()
const policy = { allows: isLoopbackAddress }
const PER_MINUTE = linkChecksConfig.asksOfHostPerMinute

/** Starts a site on this machine. @returns its URL, and the method and path of each request to the site */
async function startSite(answer: (request: IncomingMessage, response: ServerResponse) => void, host = '127.0.0.1') {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, asked }
}

async function addRepository(db: Database, link: string, createdById?: string) {
  const [made] = await db
    .insert(repository)
    .values({ name: crypto.randomUUID(), link, createdById })
    .returning({ id: repository.id })
  return made?.id ?? ''
}

async function addUser(db: Database) {
  const email = `${crypto.randomUUID()}@example.com`
  const [made] = await db.insert(user).values({ email, name: 'Somebody' }).returning({ id: user.id })
  return made?.id
}

const resetHostLimits = (db: Database) => db.execute(sql`delete from throttle where key like 'link-host:%'`)

/** Checks due links. Makes new links due a second earlier, because their time, rounded to milliseconds, can be after `now()`. */
async function checkDue(db: Database) {
  await resetHostLimits(db)
  await db
    .update(repositoryLink)
    .set({ dueAt: sql`${repositoryLink.dueAt} - interval '1 second'` })
    .where(isNull(repositoryLink.checkedAt))
  await checkDueLinks({ db, policy })
}

async function healthOf(db: Database, id: string) {
  const [kept] = await db
    .select({
      status: repositoryLink.responseStatus,
      fault: repositoryLink.fault,
      isFailing: sql<boolean>`${repositoryLink.failingSince} is not null`,
      wasAsked: sql<boolean>`${repositoryLink.checkedAt} is not null`,
      hoursLeft: sql<number>`extract(epoch from ${repositoryLink.dueAt} - now())::float / 3600`,
    })
    .from(repositoryLink)
    .where(eq(repositoryLink.repositoryId, id))
  return kept
}

test(
  'a link is checked with HEAD soon after it was added, and again after a day',
  own.rolledBack(async (db) => {
    const { url, asked } = await startSite((_request, response) => response.end())
    const id = await addRepository(db, `${url}/a`)
    expect(await healthOf(db, id)).toMatchObject({ wasAsked: false, isFailing: false })
    await checkDue(db)
    expect(asked).toEqual(['HEAD /a'])
    const health = await healthOf(db, id)
    expect(health).toMatchObject({ status: 200, fault: null, isFailing: false, wasAsked: true })
    expect(health?.hoursLeft).toBeGreaterThan(23)
    await checkDue(db)
    expect(asked).toHaveLength(1)
  }),
)

test.each([
  ['that refuses HEAD', 405, 200, false],
  ['that requires a sign-in', 401, 401, false],
  ['that does not have the page', 404, 404, true],
  ['that returns 500', 500, 500, true],
  ['that closes the connection on HEAD', 0, 200, false],
])(
  'checkLink repeats a failed HEAD request with GET, and stores the status of GET: a site %s',
  async (_what, toHead, toGet, isFailing) => {
    const { url, asked } = await startSite(({ method, socket }, response) => {
      if (method === 'HEAD' && toHead === 0) socket.destroy()
      else response.writeHead(method === 'HEAD' ? toHead : toGet).end()
    })
    await own.rolledBack(async (db) => {
      const id = await addRepository(db, url)
      await checkLink(id, { db, policy })
      expect(asked).toEqual(['HEAD /', 'GET /'])
      expect(await healthOf(db, id)).toMatchObject({ status: toGet, isFailing })
    })()
  },
)

test(
  'a failing link keeps the time of its first failure; a changed link and a working link have no failure',
  own.rolledBack(async (db) => {
    const { url } = await startSite(({ url: path }, response) => response.writeHead(path === '/' ? 404 : 200).end())
    const id = await addRepository(db, url)
    await checkLink(id, { db, policy })
    await db.update(repositoryLink).set({ failingSince: sql`now() - interval '2 days'` })
    await checkLink(id, { db, policy })
    const [kept] = await db.select({ since: repositoryLink.failingSince }).from(repositoryLink)
    expect(Date.now() - (kept?.since?.getTime() ?? 0)).toBeGreaterThan(86_400_000)
    await db
      .update(repository)
      .set({ link: `${url}/moved` })
      .where(eq(repository.id, id))
    expect(await healthOf(db, id)).toMatchObject({ wasAsked: false, isFailing: false, status: null })
    await checkDue(db)
    expect(await healthOf(db, id)).toMatchObject({ status: 200, isFailing: false })
  }),
)

test(
  'private addresses are not requested, even after a redirect, and a redirect loop ends, each with its fault',
  own.rolledBack(async (db) => {
    const { url, asked } = await startSite(({ url: path }, response) =>
      response.writeHead(302, { location: path === '/loop' ? '/loop' : 'http://169.254.169.254/' }).end(),
    )
    const [inside, redirected, loop] = [
      await addRepository(db, url),
      await addRepository(db, `${url}/out`),
      await addRepository(db, `${url}/loop`),
    ]
    await checkLink(inside, { db, policy: {} })
    expect(asked).toEqual([])
    await checkLink(redirected, { db, policy })
    await checkLink(loop, { db, policy })
    expect(await healthOf(db, inside)).toMatchObject({ fault: 'address-refused', isFailing: true })
    expect(await healthOf(db, redirected)).toMatchObject({ fault: 'address-refused', isFailing: true })
    expect(await healthOf(db, loop)).toMatchObject({ fault: 'too-many-redirects', isFailing: true })
  }),
)

test(
  'links of one host are checked one at a time, a limited number per minute; deleted repositories are skipped',
  own.rolledBack(async (db) => {
    let [underWay, most] = [0, 0]
    const { url, asked } = await startSite((_request, response) => {
      underWay += 1
      most = Math.max(most, underWay)
      setImmediate(() => {
        underWay -= 1
        response.end()
      })
    })
    for (let nth = 0; nth < 2 * PER_MINUTE + 1; nth += 1) await addRepository(db, `${url}/${nth}`)
    for (let nth = 0; nth < PER_MINUTE; nth += 1) {
      const deleted = await addRepository(db, `${url.replace('127.0.0.1', 'localhost')}/${nth}`)
      await db
        .update(repository)
        .set({ deletedAt: sql`now()` })
        .where(eq(repository.id, deleted))
    }
    for (const count of [PER_MINUTE, 2 * PER_MINUTE, 2 * PER_MINUTE + 1]) {
      await checkDue(db)
      expect(asked).toHaveLength(count)
      // Because of the host's rate limit, another run within the same minute checks no more links.
      await checkDueLinks({ db, policy })
      expect(asked).toHaveLength(count)
    }
    expect(new Set(asked).size).toBe(asked.length)
    expect(most).toBe(1)
    await resetHostLimits(db)
    await checkDueLinks({ db, policy })
    expect(asked).toHaveLength(2 * PER_MINUTE + 1)
  }),
)

test('a run with thousands of due links of one host needs fewer than 8 statements, and checks the oldest first', async () => {
  let statements: string[] = []
  const client = postgres(own.url(), { ...connectionOptions(2), debug: (_, query) => statements.push(query) })
  onTestFinished(() => client.end())
  const db = databaseOn(client)
  const { url, asked } = await startSite((_request, response) => response.end())
  await db.execute(sql`
    insert into repository (name, link) select 'many ' || n, ${url} || '/many/' || n from generate_series(1, 2500) n`)
  await db.execute(sql`
    update repository_link l set due_at = now() - make_interval(secs => 9000 - split_part(link, '/many/', 2)::int)
    from repository r where r.id = l.repository_id and r.name like 'many %'`)
  const turn = async () => {
    statements = []
    await checkDueLinks({ db, policy })
    return statements.length
  }
  const first = (count: number) => Array.from({ length: count }, (_, index) => `HEAD /many/${index + 1}`)
  await turn()
  expect(asked).toEqual(first(PER_MINUTE))
  // All links are queued already, so the run needs few statements: for due links, the queues, and the host's rate limit.
  expect(await turn()).toBeLessThan(8)
  expect(asked).toHaveLength(PER_MINUTE)
  await resetHostLimits(db)
  await turn()
  expect(asked).toEqual(first(2 * PER_MINUTE))
  const plans = await plansOfWork(client, (db) => checkDueLinks({ db, policy }))
  const plan = plans.find(({ statement }) => statement.includes('recursive'))
  expect(plan && rowsExamined(plan)).toBeLessThan(500)
  await db.execute(sql`delete from repository where name like 'many %'`)
})

test('a user with very many links that hang does not delay the links of other users, even on the same host', () =>
  own.withDatabase(async (db) => {
    const held: ServerResponse[] = []
    const hosts = Array.from({ length: 20 }, (_, index) => `127.0.1.${index + 1}`)
    const { url, asked } = await startSite((_request, response) => response.end())
    const greedy = await addUser(db)
    for (const host of hosts) {
      const site = await startSite((_request, response) => void held.push(response), host)
      await addRepository(db, site.url, greedy)
    }
    for (let nth = 0; nth < 5; nth += 1) await addRepository(db, `${url}/greedy/${nth}`, greedy)
    for (const name of ['one', 'two']) await addRepository(db, `${url}/${name}`, await addUser(db))
    for (const turn of [1, 2]) {
      await resetHostLimits(db)
      await checkDueLinks({ db, policy, limits: { wholeMs: 500 }, maxRunMs: 400 })
      // Two links of the user are checked at once. After they time out, the run skips the rest of their queues.
      expect(held.length).toBeLessThanOrEqual(2 * turn)
    }
    expect(asked.toSorted()).toEqual(['HEAD /one', 'HEAD /two'])
    await db.delete(repository)
  }))

test(
  'a link is checked again after an hour if the process dies',
  own.rolledBack(async (db) => {
    const held: ServerResponse[] = []
    const { url } = await startSite((_request, response) => void held.push(response))
    const id = await addRepository(db, url)
    const checking = checkDue(db)
    await expect.poll(() => held.length).toBe(1)
    const health = await healthOf(db, id)
    expect(health?.wasAsked).toBe(false)
    expect(health?.hoursLeft).toBeGreaterThan(0.9)
    expect(health?.hoursLeft).toBeLessThan(1.1)
    held[0]?.end()
    await checking
  }),
)

test('two concurrent workers check each link once', () =>
  own.withDatabase(async (db) => {
    const hosts = Array.from({ length: 12 }, (_, index) => `127.0.0.${index + 1}`)
    const sites = await Promise.all(hosts.map((host) => startSite((_request, response) => response.end(), host)))
    for (const { url } of sites) await addRepository(db, url)
    const stop = new AbortController()
    const turns = [1, 2].map(() => checkDueLinks({ db, policy, signal: stop.signal }))
    await expect.poll(() => sites.filter(({ asked }) => asked.length > 0), { timeout: 20_000 }).toHaveLength(12)
    stop.abort()
    await Promise.all(turns)
    expect(sites.map(({ asked }) => asked)).toEqual(sites.map(() => ['HEAD /']))
  }))
