import { encrypt } from '#lib/keyed-hash.server.ts'
import { type App, SECRET, someEmail } from '../support/app.ts'
import { addUser, addVisitor } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

interface System {
  build: { version: string }
  processes: { pid: number; isUp: boolean }[]
  queue: { dead: number }
  deadJobs: { id: string; maskedEmail: string | null; reason: string | null }[]
  limits: { id: string; limit: string }[]
  database: { version: string; migrations: { latest: string | null } }
}

async function systemOf(visitor: Visitor): Promise<System> {
  const { result } = await callFunction(visitor, 'system.getSystem')
  return result as System
}

const act = (visitor: Visitor, name: string, data: unknown) => callFunction(visitor, `system.${name}`, data, 'POST')

test('an administrator lifts the limits of an address that strangers have used up, so that its user can sign in', async ({
  app,
}) => {
  const chief = await addVisitor(app, { role: 'admin', name: 'Chief Lifter' })
  const user = await addUser(app, { name: 'Locked Out' })
  await app.sql`delete from throttle`
  expect((await new Visitor(app).askForCode(user.email)).status).toBe(200)
  // Sets the count as if nine more strangers had requested a code.
  await app.sql`update throttle set count = 10 where key like 'send:most:address:%'`
  const newBrowser = new Visitor(app)
  expect((await newBrowser.askForCode(user.email)).status).toBe(429)

  const { limits } = await systemOf(chief.visitor)
  expect(limits).toContainEqual(expect.objectContaining({ limit: 'sends' }))
  expect(JSON.stringify(limits)).not.toContain('send:')
  const asked = { email: ` ${user.email.toUpperCase()} ` }
  expect(await act(chief.visitor, 'checkAddress', asked)).toMatchObject({
    status: 200,
    result: expect.arrayContaining([expect.objectContaining({ limit: 'sends', used: 10, allowed: 10 })]),
  })
  expect(await act(chief.visitor, 'liftLimitsOf', asked)).toMatchObject({ status: 200 })
  expect(await act(chief.visitor, 'checkAddress', asked)).toMatchObject({ result: [] })

  // Waits for the mail of the first request, so that the next mail is from the second.
  await app.mail.codeFor(user.email)
  const before = app.mail.mailsTo(user.email).length
  expect((await newBrowser.askForCode(user.email)).status).toBe(200)
  const code = await app.mail.codeFor(user.email, before + 1)
  expect((await newBrowser.enterCode(user.email, code)).status).toBe(200)
  const history = { id: user.id, before: null }
  const told = await callFunction(chief.visitor, 'user-detail.listUserHistory', history)
  expect(told.result).toMatchObject({
    rows: [{ action: 'signed-in' }, { action: 'limit-lifted', actorName: 'Chief Lifter', subjectName: 'Locked Out' }],
  })
})

test('the system page lists a network that has reached a limit without its address, and the limit can be lifted once', async ({
  app,
  visitor,
}) => {
  const chief = await addVisitor(app, { role: 'admin' })
  await app.sql`delete from throttle`
  for (let tried = 0; tried < 60; tried += 1) expect((await visitor.enterCode(someEmail(), '123456')).status).toBe(400)
  expect((await visitor.enterCode(someEmail(), '123456')).status).toBe(429)
  const { limits } = await systemOf(chief.visitor)
  const spent = limits.find(({ limit }) => limit === 'network-tries')
  expect(JSON.stringify(limits)).not.toContain(visitor.address)
  expect(await act(chief.visitor, 'liftLimit', { id: spent?.id })).toMatchObject({ status: 200 })
  expect(await act(chief.visitor, 'liftLimit', { id: spent?.id })).toMatchObject({ status: 404 })
  expect((await visitor.enterCode(someEmail(), '123456')).status).toBe(400)
})

test('the system page lists an undeliverable email with a masked address and the reason; it can be retried or dropped', async ({
  app,
}) => {
  const chief = await addVisitor(app, { role: 'admin' })
  const refused = someEmail('gone')
  const masked = refused.replace(/^(.).*@/, '$1…@')
  app.mail.refuseWith = 550
  await queueNotice(app, refused)
  const dead = async () => (await systemOf(chief.visitor)).deadJobs.filter(({ maskedEmail }) => maskedEmail === masked)
  await expect.poll(dead).toMatchObject([{ reason: '550' }])
  expect(JSON.stringify(await systemOf(chief.visitor))).not.toContain(refused)

  app.mail.refuseWith = undefined
  const [first] = await dead()
  expect(await act(chief.visitor, 'retryDeadJob', { id: first?.id })).toMatchObject({ status: 200 })
  await expect.poll(() => app.mail.mailsTo(refused).length).toBe(1)
  expect(await dead()).toEqual([])
  expect(await act(chief.visitor, 'retryDeadJob', { id: first?.id })).toMatchObject({ status: 404 })

  app.mail.refuseWith = 550
  await queueNotice(app, refused)
  await expect.poll(async () => (await dead()).length).toBe(1)
  app.mail.refuseWith = undefined
  const [second] = await dead()
  expect(await act(chief.visitor, 'dropDeadJob', { id: second?.id })).toMatchObject({ status: 200 })
  expect(await act(chief.visitor, 'dropDeadJob', { id: second?.id })).toMatchObject({ status: 404 })
  expect(await dead()).toEqual([])
  const events =
    await app.sql`select action, subject_name from history_event where subject_name = ${masked} order by id`
  expect(events).toEqual([
    { action: 'mail-retried', subject_name: masked },
    { action: 'mail-dropped', subject_name: masked },
  ])
  for (const id of ['1 or 1=1', '-1', '', '9'.repeat(30)])
    expect(await act(chief.visitor, 'dropDeadJob', { id })).toMatchObject({ status: 400 })
})

test('the system page shows a node as up until it stops, and as down if it stops reporting', async ({ app }) => {
  const chief = await addVisitor(app, { role: 'admin' })
  const node = await app.startNode()
  const processOf = async () => (await systemOf(chief.visitor)).processes.find(({ pid }) => pid === node.process.pid)
  await expect.poll(processOf).toMatchObject({ isUp: true })
  await app.sql`update server_process set seen_at = now() - interval '31 seconds' where pid = ${node.process.pid ?? 0}`
  expect(await processOf()).toMatchObject({ isUp: false })
  await node.stop()
  expect(await processOf()).toBeUndefined()
  const { database, build } = await systemOf(chief.visitor)
  expect(database.migrations.latest).toMatch(/^\d{4}_/)
  expect(build.version).toMatch(/^\d+\.\d+\.\d+/)
})

function queueNotice(app: App, email: string) {
  const sealedNotice = encrypt(SECRET, 'notice-mail', JSON.stringify({ email, values: {} }))
  const job = { noticeId: crypto.randomUUID(), kind: 'email-changed', sealedNotice, language: 'en' }
  return app.sql`select graphile_worker.add_job('send-account-notice', ${app.sql.json(job)}::json, max_attempts => 12)`
}
