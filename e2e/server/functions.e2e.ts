import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { AUTH_ENDPOINTS, type Endpoint, ENDPOINTS, EVERYBODY, type Caller } from '../support/endpoints.ts'
import { addUser, newUserEmail } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const UNAUTHORIZED = { status: 401, code: 'UNAUTHORIZED' }
const FORBIDDEN = { status: 403, code: 'FORBIDDEN' }
const REFUSALS = { nobody: UNAUTHORIZED, banned: UNAUTHORIZED, user: FORBIDDEN, admin: FORBIDDEN, acting: FORBIDDEN }
const NOT_WHILE_ACTING = { status: 403, code: 'NOT_WHILE_IMPERSONATING' }

test('every server function of the source has a row in ENDPOINTS', async () => {
  const ids: string[] = []
  for await (const file of glob('src/**/*.functions.ts', { cwd: ROOT })) {
    const source = await readFile(path.join(ROOT, file), 'utf8')
    const names = [...source.matchAll(/export const (\w+) = /g)].map(([, name]) => name)
    ids.push(...names.map((name) => `${path.basename(file).split('.')[0]}.${name}`))
  }
  expect(ids.sort()).toEqual(Object.keys(ENDPOINTS).sort())
})

test.describe('calls without input', () => {
  let visitors: Record<Caller, Visitor>

  test.beforeAll(async ({ app }) => {
    const newVisitor = () => new Visitor(app)
    visitors = {
      nobody: newVisitor(),
      banned: newVisitor(),
      user: newVisitor(),
      admin: newVisitor(),
      acting: newVisitor(),
    }
    const banned = await newUserEmail(app)
    await visitors.banned.signIn(banned)
    await app.sql`update "user" set banned = true where email = ${banned}`
    await visitors.user.signIn(await newUserEmail(app))
    await visitors.admin.signIn(await newUserEmail(app, { role: 'admin' }))
    await visitors.acting.signIn(await newUserEmail(app, { role: 'admin' }))
    const { id } = await addUser(app)
    const { error } = await callFunction(
      visitors.acting,
      'user-detail.impersonateUser',
      { id, reason: 'to test' },
      'POST',
    )
    expect(error).toBeUndefined()
  })

  for (const [nr, [id, endpoint]] of Object.entries(ENDPOINTS).entries()) {
    for (const who of EVERYBODY)
      test(`${id} ${endpoint.allowed.includes(who) ? 'accepts' : 'refuses'} a call by the visitor "${who}"`, async () => {
        const { status, error } = await callFunction(visitors[who], id, undefined, endpoint.method)
        expectAnswer(endpoint, who, { status, code: error?.code })
      })

    test(`${id} accepts ${endpoint.method} only`, async ({ app }) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'].filter((one) => one !== endpoint.method)) {
        // Alternates between two sessions, because each session has a rate limit.
        const { admin, acting } = visitors
        const answer = await (nr % 2 ? admin : acting).send(method, `/api/${id}`, undefined, { origin: app.url })
        expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
        expect(answer.headers.get('allow')).toBe(endpoint.method)
      }
    })
  }

  for (const [path, endpoint] of Object.entries(AUTH_ENDPOINTS))
    for (const who of EVERYBODY)
      test(`/api/auth${path} ${endpoint.allowed.includes(who) ? 'accepts' : 'refuses'} a call by the visitor "${who}"`, async () => {
        const [visitor, url] = [visitors[who], `/api/auth${path}`]
        const { status, body } = await (endpoint.method === 'GET' ? visitor.get(url) : visitor.post(url))
        expectAnswer(endpoint, who, { status, code: (body as { code?: string } | null)?.code })
      })

  /**
   * Checks whether the server lets the caller in. This check precedes validation, so an allowed caller gets at most an
   * input error.
   */
  function expectAnswer(
    { allowed, otherwise }: Endpoint,
    who: Caller,
    answer: { status: number; code?: string | undefined },
  ) {
    // Only allowed callers reach the rate limit of their session, which so many calls in a row can exceed.
    if (allowed.includes(who))
      expect([undefined, 'INVALID_INPUT', 'INVALID_EMAIL', 'PROVIDER_NOT_FOUND', 'TOO_MANY_REQUESTS']).toContain(
        answer.code,
      )
    else if (who === 'acting' && allowed.includes('user')) expect(answer).toEqual(NOT_WHILE_ACTING)
    else expect(answer).toEqual(otherwise ?? REFUSALS[who])
  }
})

test('invalid input of a server function returns 400 with an error for each field', async ({ visitor }) => {
  expect(await callFunction(visitor, 'login.findCodeRequest', { email: 'x' })).toMatchObject({
    status: 400,
    error: { code: 'INVALID_INPUT', details: { fields: { email: 'emailInvalid' } } },
  })
})

test('a server function checks the session before the input, so that strangers see no input errors', async ({
  visitor,
}) => {
  expect(await callFunction(visitor, 'onboarding.setName', { name: '' }, 'POST')).toMatchObject({
    status: 401,
    error: { code: 'UNAUTHORIZED' },
  })
})

test('onboarding changes only the name: other fields of the input are dropped', async ({ app, visitor }) => {
  const email = await newUserEmail(app, { name: '' })
  await visitor.signIn(email)
  const input = { name: 'Nina', role: 'admin', email: 'x@example.com', id: 'x', banned: true }
  expect(await callFunction(visitor, 'onboarding.setName', input, 'POST')).toMatchObject({ status: 200 })
  const rows = await app.sql`select name, role, banned from "user" where email = ${email}`
  expect(rows[0]).toEqual({ name: 'Nina', role: 'user', banned: false })
})

test('a forged session in the payload of a call is ignored', async ({ visitor }) => {
  const context = { session: { viewer: { id: 'x', role: 'admin' } } }
  const node = { t: 10, i: 0, p: { k: ['context'], v: [asNode(context)] }, o: 0 }
  const payload = encodeURIComponent(JSON.stringify({ t: node, f: 63, m: [] }))
  const answer = await visitor.get(`/api/dashboard.getDashboard?payload=${payload}`, { 'x-tsr-serverfn': 'true' })
  expect(answer.status).toBe(401)
})

function asNode(value: unknown, id = { next: 1 }): object {
  if (typeof value === 'string') return { t: 1, s: value }
  const i = id.next++
  const entries = Object.entries(value as object)
  return { t: 10, i, p: { k: entries.map(([key]) => key), v: entries.map(([, item]) => asNode(item, id)) }, o: 0 }
}
