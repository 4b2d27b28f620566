import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { aPerson } from '../support/people.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
type Who = 'nobody' | 'user' | 'admin'

interface Door {
  method: 'GET' | 'POST'
  /** Who is let in; the others are told to sign in, or that they may not. */
  lets: Who[]
  /** What the others are told instead, where the door itself is a secret. */
  otherwise?: { status: number; code: string }
}

const UNAUTHORIZED = { status: 401, code: 'UNAUTHORIZED' }
const FORBIDDEN = { status: 403, code: 'FORBIDDEN' }
const REFUSALS = { nobody: UNAUTHORIZED, user: FORBIDDEN, admin: FORBIDDEN }
const EVERYBODY: Who[] = ['nobody', 'user', 'admin']
const PEOPLE: Who[] = ['user', 'admin']
const ADMINS: Who[] = ['admin']

/** Every server function, and whom it lets in. Whoever adds one adds it here. */
const DOORS: Record<string, Door> = {
  'account.askForNewEmail': { method: 'POST', lets: PEOPLE },
  'account.askForOwnCode': { method: 'POST', lets: PEOPLE },
  'account.changeEmail': { method: 'POST', lets: PEOPLE },
  'account.changeName': { method: 'POST', lets: PEOPLE },
  'account.deleteAccount': { method: 'POST', lets: PEOPLE },
  'account.downloadData': { method: 'POST', lets: PEOPLE },
  'account.endMyOtherSessions': { method: 'POST', lets: PEOPLE },
  'account.endMySession': { method: 'POST', lets: PEOPLE },
  'account.findAskedCode': { method: 'GET', lets: PEOPLE },
  'account.listMyEvents': { method: 'GET', lets: PEOPLE },
  'account.listMySessions': { method: 'GET', lets: PEOPLE },
  'account.reAuthenticate': { method: 'POST', lets: PEOPLE },
  'app-init.initializeApp': { method: 'GET', lets: EVERYBODY },
  'dashboard.getDashboard': { method: 'GET', lets: ADMINS },
  'inbox.listInbox': { method: 'GET', lets: [], otherwise: { status: 404, code: 'NOT_FOUND' } },
  'login.getLoginRequest': { method: 'GET', lets: EVERYBODY },
  'onboarding.giveName': { method: 'POST', lets: PEOPLE },
  'palette.findEverywhere': { method: 'GET', lets: PEOPLE },
  'repositories.createRepository': { method: 'POST', lets: ADMINS },
  'repositories.deleteRepository': { method: 'POST', lets: ADMINS },
  'repositories.getRepository': { method: 'GET', lets: PEOPLE },
  'repositories.getRepositoryCount': { method: 'GET', lets: PEOPLE },
  'repositories.listRepositories': { method: 'GET', lets: PEOPLE },
  'repositories.restoreRepository': { method: 'POST', lets: ADMINS },
  'repositories.updateRepository': { method: 'POST', lets: ADMINS },
  'user-detail.banUser': { method: 'POST', lets: ADMINS },
  'user-detail.deleteUser': { method: 'POST', lets: ADMINS },
  'user-detail.endUserSession': { method: 'POST', lets: ADMINS },
  'user-detail.endUserSessions': { method: 'POST', lets: ADMINS },
  'user-detail.getUser': { method: 'GET', lets: ADMINS },
  'user-detail.impersonateUser': { method: 'POST', lets: ADMINS },
  'user-detail.listUserHistory': { method: 'GET', lets: ADMINS },
  'user-detail.listUserSessions': { method: 'GET', lets: ADMINS },
  'user-detail.unbanUser': { method: 'POST', lets: ADMINS },
  'users.createUser': { method: 'POST', lets: ADMINS },
  'users.getUserCount': { method: 'GET', lets: ADMINS },
  'users.getUserFields': { method: 'GET', lets: ADMINS },
  'users.listUsers': { method: 'GET', lets: ADMINS },
  'users.updateUser': { method: 'POST', lets: ADMINS },
}

/** Calls under /api/auth that are not for everybody; that no others are open is for doors.e2e.ts. The last ends the session. */
const AUTH_DOORS: Record<string, Door> = {
  '/admin/list-users': { method: 'GET', lets: ADMINS },
  '/admin/stop-impersonating': { method: 'POST', lets: PEOPLE },
  '/update-user': { method: 'POST', lets: PEOPLE },
  '/delete-user': { method: 'POST', lets: PEOPLE },
  '/revoke-other-sessions': { method: 'POST', lets: PEOPLE },
  '/revoke-sessions': { method: 'POST', lets: PEOPLE },
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

test.describe('without input', () => {
  let visitors: Record<Who, Visitor>

  test.beforeAll(async ({ app }) => {
    visitors = { nobody: new Visitor(app), user: new Visitor(app), admin: new Visitor(app) }
    await visitors.user.signIn(await aPerson(app))
    await visitors.admin.signIn(await aPerson(app, { role: 'admin' }))
  })

  for (const [id, door] of Object.entries(DOORS)) {
    for (const who of EVERYBODY)
      test(`${id} ${door.lets.includes(who) ? 'lets in' : 'refuses'} ${who}`, async () => {
        const { status, error } = await callFunction(visitors[who], id, undefined, door.method)
        expectAnswer(door, who, { status, code: error?.code })
      })

    test(`${id} is called with ${door.method} and nothing else`, async ({ app }) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'].filter((one) => one !== door.method)) {
        const answer = await visitors.admin.send(method, `/api/${id}`, undefined, { origin: app.url })
        expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
        expect(answer.headers.get('allow')).toBe(door.method)
      }
    })
  }

  for (const [path, door] of Object.entries(AUTH_DOORS))
    for (const who of EVERYBODY)
      test(`/api/auth${path} ${door.lets.includes(who) ? 'lets in' : 'refuses'} ${who}`, async () => {
        const [visitor, url] = [visitors[who], `/api/auth${path}`]
        const { status, body } = await (door.method === 'GET' ? visitor.get(url) : visitor.post(url))
        expectAnswer(door, who, { status, code: (body as { code?: string }).code })
      })

  /** Guards stand before the input: whoever is let in is told what is wrong with it, at most. */
  function expectAnswer({ lets, otherwise }: Door, who: Who, answer: { status: number; code?: string | undefined }) {
    if (lets.includes(who)) expect(answer.code ?? 'INVALID_INPUT').toBe('INVALID_INPUT')
    else expect(answer).toEqual(otherwise ?? REFUSALS[who])
  }
})

test('wrong input is told by field, with status 400', async ({ visitor }) => {
  expect(await callFunction(visitor, 'login.getLoginRequest', { email: 'x' })).toMatchObject({
    status: 400,
    error: { code: 'INVALID_INPUT', details: { fields: { email: 'emailInvalid' } } },
  })
})

test('the guard stands before the input: nobody learns what would have been wrong', async ({ visitor }) => {
  expect(await callFunction(visitor, 'onboarding.giveName', { name: '' }, 'POST')).toMatchObject({
    status: 401,
    error: { code: 'UNAUTHORIZED' },
  })
})

test('only what was asked for can be changed: fields beside the name are dropped', async ({ app, visitor }) => {
  const email = await aPerson(app, { name: '' })
  await visitor.signIn(email)
  const input = { name: 'Nina', role: 'admin', email: 'x@example.com', id: 'x', banned: true }
  expect(await callFunction(visitor, 'onboarding.giveName', input, 'POST')).toMatchObject({ status: 200 })
  const rows = await app.sql`select name, role, banned from "user" where email = ${email}`
  expect(rows[0]).toEqual({ name: 'Nina', role: 'user', banned: false })
})

test('what was sent as context is not taken for a session', async ({ visitor }) => {
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
