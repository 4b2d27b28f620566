import { addVisitor } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import type { Visitor } from '../support/visitor.ts'

const PREFETCHED = ['users.listUsers', 'users.getUserCount', 'repositories.listRepositories', 'dashboard.getDashboard']
const LIST = { searchTerm: '', sort: 'newest', cursor: null }

test('the rate limit of a session stops a script, but never a user with two tabs', async ({ app }) => {
  const { visitor } = await addVisitor(app, { role: 'admin' })
  const list = (who: Visitor) => callFunction(who, 'repositories.listRepositories', LIST)

  await test.step('two tabs that prefetch and load many more rows get no 429', async () => {
    const statuses = new Set<number>()
    for (let tab = 0; tab < 2; tab += 1) {
      const asked = [
        ...['/manager/users', '/manager/repositories', '/manager/dashboard'].map((path) => visitor.get(path)),
        ...Array.from({ length: 6 }, () => PREFETCHED.map((name) => callFunction(visitor, name))).flat(),
      ]
      for (const { status } of await Promise.all(asked)) statuses.add(status)
    }
    for (let page = 0; page < 300; page += 1) statuses.add((await list(visitor)).status)
    expect([...statuses].filter((status) => status === 429)).toEqual([])
  })

  const { visitor: neighbour } = await addVisitor(app)
  await test.step('endless calls are refused with 429, without effect on pages and other sessions', async () => {
    const refused = await repeatUntilRefused(() => visitor.get('/api/auth/admin/list-users'))
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 })
    expect((await repeatUntilRefused(() => list(visitor))).error?.code).toBe('TOO_MANY_REQUESTS')
    expect((await visitor.get('/manager/users')).status, 'pages are not counted').toBe(200)
    expect((await list(neighbour)).status, 'another session has its own limit').toBe(200)
    await expect.poll(async () => (await list(visitor)).status, 'the limit ends').toBe(200)
  })

  await test.step('endless changes are refused with 429, and a form without JavaScript gets an error page in its language', async () => {
    expect((await repeatUntilRefused(() => visitor.post('/api/auth/update-user', {}))).status).toBe(429)
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: app.url, accept: 'text/html' }
    const give = () => visitor.send('POST', '/app?lng=fr', 'intent=give-name&name=X', form)
    const page = await repeatUntilRefused(give)
    expect(page.status).toBe(429)
    expect(String(page.body)).toContain('<html lang="fr" dir="ltr">')
    expect(page.headers.get('retry-after')).toBe('1')
  })
})

test('a read whose client disconnects is canceled in the database, and other reads continue', async ({ app }) => {
  const { visitor } = await addVisitor(app)
  const waiting = () => app.sql<{ count: number }[]>`
    select count(*)::int from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and not granted and relation = 'passkey'::regclass`
  const holder = await app.sql.reserve()
  await holder`begin`
  await holder`lock table passkey in access exclusive mode`
  const stays = callFunction(visitor, 'passkeys.listMyPasskeys')
  const leaving = new AbortController()
  const left = fetch(`${app.url}/api/passkeys.listMyPasskeys?createServerFn=`, {
    headers: { cookie: visitor.cookies(), 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' },
    signal: leaving.signal,
  }).catch(() => undefined)
  await expect.poll(async () => (await waiting())[0]?.count, { intervals: [50] }).toBe(2)
  leaving.abort()
  await left
  await expect.poll(async () => (await waiting())[0]?.count, { intervals: [50] }).toBe(1)
  await holder`rollback`
  holder.release()
  expect((await stays).status).toBe(200)
})

/** Makes the same call until it is refused, as fast as a script can. */
async function repeatUntilRefused<Answer extends { status: number }>(call: () => Promise<Answer>): Promise<Answer> {
  for (let round = 0; round < 60; round += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, call))
    const refused = answers.find(({ status }) => status === 429)
    if (refused) return refused
  }
  throw new Error('no call was refused')
}
