import { createHash } from 'node:crypto'
import { type App, someEmail, startApp } from '../support/app.ts'
import { retryWaitingJobs } from '../support/jobs.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

test('neither the tables nor the log contain usable codes, addresses or tokens', async () => {
  const app = await startApp({ LOG_LEVEL: 'trace' })
  const email = someEmail('secret')
  const visitor = new Visitor(app)

  await app.mail.stop()
  await visitor.askForCode(email)
  await expect.poll(() => stateOf(visitor, email)).toContain('delayed')
  const waiting = await dumpTables(app)
  await app.mail.start()
  await retryWaitingJobs(app)
  const code = await app.mail.codeFor(email)
  await visitor.enterCode(email, otherThan(code))
  const sent = await dumpTables(app)
  expect((await visitor.enterCode(email, code)).status).toBe(200)
  const used = await dumpTables(app)

  for (const dump of [waiting, sent, used]) {
    expectNotIn(dump, new RegExp(`(?<!\\d)${code}(?!\\d)`))
    for (const digest of ['sha1', 'sha256', 'md5'])
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        expectNotIn(dump, createHash(digest).update(code).digest(encoding))
    expectNotIn(dump, email.split('@')[0] ?? '')
  }

  await provokeTrouble(app, visitor, email)
  const token = decodeURIComponent(visitor.cookie('latchkey.session_token') ?? '').split('.')[0] ?? ''
  const browserId = visitor.cookie('latchkey.browser') ?? ''
  expect(token.length).toBeGreaterThan(20)
  await app.stop()
  const log = app.log()
  for (const secret of [
    email.split('@')[0] ?? '',
    token,
    browserId,
    new RegExp(`(?<!\\d)${code}(?!\\d)`),
    /a-secret-for-tests/,
  ])
    expectNotIn(log, secret)
  for (const line of log.split('\n').filter(Boolean))
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), time: expect.any(String) })
})

/** Causes all kinds of warnings and errors, with the address in every possible place of the requests. */
async function provokeTrouble(app: App, visitor: Visitor, email: string) {
  await app.sql`delete from throttle`
  app.mail.refuseWith = 550
  await visitor.askForCode(email)
  await expect.poll(() => stateOf(visitor, email)).toContain('failed')
  app.mail.refuseWith = 451
  await app.sql`delete from throttle`
  await visitor.askForCode(email)
  await expect.poll(() => stateOf(visitor, email)).toContain('delayed')
  expectNotIn(await dumpTables(app), email.split('@')[0] ?? '')

  await visitor.get(`/login/verify?email=${email}`)
  await visitor.get(`/login?email=${email}&redirect=/${email}`)
  await visitor.get(`/${email}`)
  await visitor.get(`/app/${encodeURIComponent(email)}`)
  await visitor.post('/api/auth/sign-in/email-otp', { email, otp: {} })
  await visitor.send('POST', '/api/auth/sign-in/email-otp', `{"email":"${email}`, {
    origin: app.url,
    'content-type': 'application/json',
  })
  await app.sql`alter table code_request rename to elsewhere`
  expect((await visitor.enterCode(email, '123456')).status).toBe(500)
  await stateOf(visitor, email)
  await app.sql`alter table "user" rename to elsewhere_too`
  expect((await visitor.get('/app')).status).toBe(500)
}

async function stateOf(visitor: Visitor, email: string): Promise<string> {
  const { result, error } = await callFunction(visitor, 'login.findCodeRequest', { email })
  return JSON.stringify(result ?? error)
}

/** Returns all rows, as text, of the tables that codes or addresses pass through. */
async function dumpTables(app: App): Promise<string> {
  const names = [
    'verification',
    'code_request',
    'known_browser',
    'throttle',
    'session',
    'graphile_worker._private_jobs',
  ]
  const dumps = names.map(async (name) => JSON.stringify(await app.sql.unsafe(`select t::text from ${name} as t`)))
  return (await Promise.all(dumps)).join('\n')
}

function expectNotIn(text: string, secret: string | RegExp) {
  const at = typeof secret === 'string' ? text.indexOf(secret) : text.search(secret)
  expect(at < 0 ? '' : text.slice(Math.max(0, at - 120), at + 120)).toBe('')
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}
