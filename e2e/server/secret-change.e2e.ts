import { type App, someEmail, startApp } from '../support/app.ts'
import { expect, test } from '../support/test.ts'
import { callFunction } from '../support/server-function.ts'
import { Visitor } from '../support/visitor.ts'

const NEW_SECRET = 'f1d2d2f924e986ac86fdf7b36c94bcdf32beec15'

test('the secret is changed node by node without ending a session or invalidating a code', async () => {
  const oldSecret = 'a-secret-for-tests-0123456789-abcdefghij'
  const app = await startApp({ BETTER_AUTH_SECRET_PREVIOUS: NEW_SECRET })
  const old = app
  const next = await app.startNode({ BETTER_AUTH_SECRET: NEW_SECRET, BETTER_AUTH_SECRET_PREVIOUS: oldSecret })
  // This node does not know the old secret. It runs only while no email of that secret is queued, which it could not decrypt.
  const startLast = () => app.startNode({ BETTER_AUTH_SECRET: NEW_SECRET, BETTER_AUTH_SECRET_PREVIOUS: '' })

  await test.step('a session of the old secret is valid on both nodes, and its renewal is signed with the new secret', async () => {
    const email = someEmail()
    const visitor = new Visitor(old)
    expect((await visitor.signIn(email)).status).toBe(200)
    await onboard(app, email)
    expect((await visitor.at(next).get('/app')).status).toBe(200)
    const last = await startLast()
    expect((await visitor.at(last).get('/app')).status).toBe(302)
    await app.sql`update session set expires_at = now() + interval '20 days'`
    const renewed = visitor.at(next)
    expect((await renewed.get('/app')).status).toBe(200)
    for (const node of [old, next, last]) expect((await renewed.at(node).get('/app')).status).toBe(200)
    await last.stop()
  })

  for (const [asked, entered] of [
    [old, next],
    [next, old],
  ] as const)
    await test.step('a code that is requested on one node is accepted on the other', async () => {
      const email = someEmail()
      const visitor = new Visitor(asked)
      expect((await visitor.askForCode(email)).status).toBe(200)
      const elsewhere = visitor.at(entered)
      expect((await elsewhere.enterCode(email, await app.mail.codeFor(email))).status).toBe(200)
    })

  await test.step('a known browser stays exempt from the limits of strangers', async () => {
    const email = someEmail()
    const visitor = new Visitor(old)
    await visitor.signIn(email)
    await exhaust(app, email, next)
    expect((await visitor.at(next).askForCode(email)).status).toBe(200)
    await app.sql`delete from throttle`
    const anew = visitor.at(next)
    await expect.poll(() => app.mail.mailsTo(email).length).toBe(3)
    expect((await anew.signIn(email)).status).toBe(200)
    await exhaust(app, email, next)
    await app.sql`delete from throttle where key like 'send:pause:%'`
    const last = await startLast()
    expect((await anew.at(last).askForCode(email)).status).toBe(200)
    await last.stop()
  })
  await test.step('the link in a notice that one node sent works on the other', async () => {
    const email = someEmail()
    for (const visitor of [new Visitor(old), new Visitor(old)]) {
      await app.sql`delete from throttle`
      await visitor.signIn(email)
    }
    const notice = () => app.mail.mailsTo(email).find(({ text }) => text?.includes('/not-me?'))
    await expect.poll(notice).toBeDefined()
    const token = new URL(/http\S+/.exec(notice()?.text ?? '')?.[0] ?? '').searchParams.get('token')
    expect((await callFunction(new Visitor(next), 'activity-report.findNoticeLink', { token })).result).toMatchObject({
      email,
    })
  })
  await next.stop()
  await app.stop()
})

async function onboard(app: App, email: string) {
  await app.sql`update "user" set name = 'Pat Person' where email = ${email}`
}

/** Uses up the limits of strangers for an address. */
async function exhaust(app: App, email: string, node: App) {
  await app.sql`delete from throttle`
  expect((await new Visitor(node).askForCode(email)).status).toBe(200)
  await app.sql`update throttle set count = 1000000 where key like 'send:%'`
}
