import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { type App, someEmail, startApp } from '../support/app.ts'
import { requestCode, mailStateOf } from '../support/requested-code.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'
import { jobCount, retryWaitingJobs } from '../support/jobs.ts'

let app: App
test.beforeAll(async () => {
  app = await startApp()
})
test.afterAll(() => app.stop())

test('while the mail server is down, the mail status is "delayed"; when it is up again, the code is sent once', async () => {
  await app.mail.stop()
  const client = await requestCode(app, someEmail())
  await expect.poll(() => mailStateOf(client)).toBe('delayed')
  await app.mail.start()
  await retryWaitingJobs(app)
  await expect.poll(() => mailStateOf(client)).toBe('sent')
  expect((await client.visitor.enterCode(client.email, await app.mail.codeFor(client.email))).status).toBe(200)
  await expect.poll(() => jobCount(app)).toBe(0)
  expect(app.mail.mailsTo(client.email)).toHaveLength(1)
})

test("a mail server that doesn't respond delays no request", async () => {
  const silent = createServer(() => undefined)
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const node = await startApp({ SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` })
  const visitor = new Visitor(node)
  const startedAt = performance.now()
  expect((await visitor.askForCode(someEmail())).status).toBe(200)
  // Waiting for the mail server would take as long as its timeout of ten seconds.
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  expect((await visitor.get('/login')).status).toBe(200)
  await node.stop()
  silent.close()
})

test('an email that the mail server refuses permanently has the status "failed" and is not retried', async () => {
  app.mail.refuseWith = 550
  const client = await requestCode(app, someEmail())
  await expect.poll(() => mailStateOf(client)).toBe('failed')
  app.mail.refuseWith = undefined
  await expect.poll(() => jobCount(app)).toBe(0)
  expect(app.mail.mailsTo(client.email)).toHaveLength(0)
})

test('an email that the mail server refuses temporarily is retried', async () => {
  app.mail.refuseWith = 451
  const client = await requestCode(app, someEmail())
  await expect.poll(() => mailStateOf(client)).toBe('delayed')
  app.mail.refuseWith = undefined
  await retryWaitingJobs(app)
  await expect.poll(() => mailStateOf(client)).toBe('sent')
  expect(app.mail.mailsTo(client.email)).toHaveLength(1)
})

test('a code that has expired while it waited in the queue is never sent', async () => {
  await app.mail.stop()
  const client = await requestCode(app, someEmail())
  await expect.poll(() => mailStateOf(client)).toBe('delayed')
  await app.sql`update code_request set created_at = created_at - interval '5 minutes'`
  await app.mail.start()
  await retryWaitingJobs(app)
  await expect.poll(() => jobCount(app)).toBe(0)
  expect(app.mail.mailsTo(client.email)).toHaveLength(0)
  expect(await mailStateOf(client)).toBe('failed')
})

test('only the newer of two queued codes is sent, and it is valid', async () => {
  await app.mail.stop()
  const client = await requestCode(app, someEmail())
  await expect.poll(() => mailStateOf(client)).toBe('delayed')
  await app.sql`delete from throttle`
  expect((await client.visitor.askForCode(client.email)).status).toBe(200)
  await expect.poll(() => mailStateOf(client)).toBe('delayed')
  await app.mail.start()
  await retryWaitingJobs(app)
  await expect.poll(() => jobCount(app)).toBe(0)
  expect(app.mail.mailsTo(client.email)).toHaveLength(1)
  expect((await client.visitor.enterCode(client.email, await app.mail.codeFor(client.email))).status).toBe(200)
})

test('the mail status is shown only to the browser that requested the code, until the code is used', async () => {
  const client = await requestCode(app, someEmail())
  await expect.poll(() => mailStateOf(client)).toBe('sent')
  expect(await mailStateOf({ ...client, visitor: new Visitor(app) })).toBeUndefined()
  await client.visitor.enterCode(client.email, await app.mail.codeFor(client.email))
  expect(await mailStateOf(client)).toBeUndefined()
})

test('an email is in the language of the cookie, or without a cookie in the language of the browser', async () => {
  const [french, arabic] = [someEmail(), someEmail()]
  const body = (email: string) => ({ email, type: 'sign-in' })
  const ask = '/api/auth/email-otp/send-verification-otp'
  await new Visitor(app).post(ask, body(french), { 'accept-language': 'fr-CA,fr;q=0.9' })
  await new Visitor(app).post(ask, body(arabic), { 'accept-language': 'fr', cookie: 'lng=ar' })
  await Promise.all([app.mail.codeFor(french), app.mail.codeFor(arabic)])
  expect(app.mail.mailsTo(french)[0]?.html).toMatch(/<html[^>]* lang="fr"/)
  expect(app.mail.mailsTo(arabic)[0]?.html).toMatch(/<html(?=[^>]* lang="ar")(?=[^>]* dir="rtl")/)
})

test('each email has one recipient and one subject, and its HTML contains the code', async () => {
  const { email } = await requestCode(app, someEmail('o.brien+a_b'))
  const code = await app.mail.codeFor(email)
  const [mail] = app.mail.mailsTo(email)
  expect(mail?.envelopeTo).toEqual([email])
  expect(mail?.to?.map(({ address }) => address)).toEqual([email])
  expect(mail?.cc ?? []).toEqual([])
  expect(mail?.html).toContain(code)
  expect(mail?.subject).toBe('Your verification code')
})
