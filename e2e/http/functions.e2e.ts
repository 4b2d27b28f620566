import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const OK = { status: 200 }
const UNAUTHORIZED = { status: 401, error: { code: 'UNAUTHORIZED' } }
const FORBIDDEN = { status: 403, error: { code: 'FORBIDDEN' } }
const NOT_FOUND = { status: 404, error: { code: 'NOT_FOUND' } }

type Expected = { status: number; error?: { code: string } }

interface Door {
  method: 'GET' | 'POST'
  input?: unknown
  nobody: Expected
  user: Expected
  admin: Expected
}

/** Every server function, and what it answers to whom. Whoever adds one adds it here. */
const DOORS: Record<string, Door> = {
  'app-init.initializeApp': { method: 'GET', nobody: OK, user: OK, admin: OK },
  'dashboard.getFigures': { method: 'GET', nobody: UNAUTHORIZED, user: FORBIDDEN, admin: OK },
  'inbox.listInbox': { method: 'GET', nobody: NOT_FOUND, user: NOT_FOUND, admin: NOT_FOUND },
  'login.getLoginRequest': { method: 'GET', input: { email: 'a@example.com' }, nobody: OK, user: OK, admin: OK },
  'onboarding.giveName': { method: 'POST', input: { name: 'Zoë' }, nobody: UNAUTHORIZED, user: OK, admin: OK },
}

test('every server function of the source has a row here', async () => {
  const ids: string[] = []
  for await (const file of glob('src/**/*.functions.ts', { cwd: ROOT })) {
    const source = await readFile(path.join(ROOT, file), 'utf8')
    const names = [...source.matchAll(/export const (\w+) = createServerFn/g)].map(([, name]) => name)
    ids.push(...names.map((name) => `${path.basename(file).split('.')[0]}.${name}`))
  }
  expect(ids.sort()).toEqual(Object.keys(DOORS).sort())
})

test.describe('a server function answers each by what they may', () => {
  let visitors: { nobody: Visitor; user: Visitor; admin: Visitor }

  test.beforeAll(async ({ app }) => {
    visitors = { nobody: new Visitor(app), user: new Visitor(app), admin: new Visitor(app) }
    await visitors.user.signIn('user@example.com')
    await visitors.admin.signIn('admin@example.com')
  })

  for (const [id, door] of Object.entries(DOORS)) {
    for (const who of ['nobody', 'user', 'admin'] as const)
      test(`${id} for ${who}`, async () => {
        expect(await callFunction(visitors[who], id, door.input, door.method)).toMatchObject(door[who])
      })

    test(`${id} is called with ${door.method} and nothing else`, async ({ app }) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'].filter((one) => one !== door.method)) {
        const answer = await visitors.admin.send(method, `/api/${id}`, undefined, { origin: app.url })
        expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
        expect(answer.headers.get('allow')).toBe(door.method)
      }
    })
  }
})

test('wrong input is told by field, with status 400', async ({ visitor }) => {
  expect(await callFunction(visitor, 'login.getLoginRequest', { email: 'x' })).toMatchObject({
    status: 400,
    error: { code: 'INVALID_INPUT', details: { fields: { email: 'emailInvalid' } } },
  })
})

test('the guard stands before the input: nobody learns what would have been wrong', async ({ visitor }) => {
  expect(await callFunction(visitor, 'onboarding.giveName', { name: '' }, 'POST')).toMatchObject(UNAUTHORIZED)
})

test('only what was asked for can be changed: fields beside the name are dropped', async ({ app, visitor }) => {
  const email = 'person11@example.com'
  await visitor.signIn(email)
  const input = { name: 'Nina', role: 'admin', email: 'x@example.com', id: 'x', banned: true }
  expect(await callFunction(visitor, 'onboarding.giveName', input, 'POST')).toMatchObject(OK)
  const rows = await app.sql`select name, role, banned from "user" where email = ${email}`
  expect(rows[0]).toEqual({ name: 'Nina', role: 'user', banned: false })
})

test('what was sent as context is not taken for a session', async ({ visitor }) => {
  const context = { session: { viewer: { id: 'x', role: 'admin' } } }
  const node = { t: 10, i: 0, p: { k: ['context'], v: [asNode(context)] }, o: 0 }
  const payload = encodeURIComponent(JSON.stringify({ t: node, f: 63, m: [] }))
  const answer = await visitor.get(`/api/dashboard.getFigures?payload=${payload}`, { 'x-tsr-serverfn': 'true' })
  expect(answer.status).toBe(401)
})

function asNode(value: unknown, id = { next: 1 }): object {
  if (typeof value === 'string') return { t: 1, s: value }
  const i = id.next++
  const entries = Object.entries(value as object)
  return { t: 10, i, p: { k: entries.map(([key]) => key), v: entries.map(([, item]) => asNode(item, id)) }, o: 0 }
}
