import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type App, someEmail, startApp } from '../support/app.ts'
import { requestCode, mailStateOf } from '../support/requested-code.ts'
import { addUser, addVisitor } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { jobCount, retryWaitingJobs } from '../support/jobs.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const MINUTE_MS = 60_000
/** The delay of each SMTP step. No step times out, but the whole delivery takes longer than the detection of a dead worker. */
const SLOW_STEP_MS = 9_000
const FROZEN_MS = 40_000

test.describe.configure({ timeout: 3 * MINUTE_MS })

test('if a node dies while it sends emails, another node delivers the code and the notice within a minute', async () => {
  const node = await startApp()
  const { client, noticed, letGo } = await holdCodeAndNotice(node)
  const other = await node.startNode()
  const died = once(node.process, 'exit')
  node.process.kill('SIGKILL')
  await died
  letGo()
  const mailCounts = () => [client.email, noticed].map((email) => node.mail.mailsTo(email).length)
  await expect.poll(mailCounts, { timeout: MINUTE_MS }).toEqual([1, 1])
  await expect.poll(() => jobCount(node)).toBe(0)
  expect(await mailStateOf({ ...client, visitor: client.visitor.at(other) })).toBe('sent')
  expect(mailCounts()).toEqual([1, 1])
  expect(other.log()).toContain('worker.jobs_recovered')
  await other.stop()
  await node.stop()
})

test('while a node delivers an email to a slow mail server, no other node sends it', ONLY_IN_FULL_RUN, async () => {
  const node = await startApp()
  node.mail.hold = () => pause(SLOW_STEP_MS)
  const client = await requestCode(node, someEmail())
  await expect.poll(() => node.mail.heldCount).toBe(1)
  const other = await node.startNode()
  await expect.poll(() => mailStateOf(client), { timeout: MINUTE_MS }).toBe('sent')
  await expect.poll(() => jobCount(node)).toBe(0)
  expect(node.mail.mailsTo(client.email)).toHaveLength(1)
  expect(other.log()).not.toContain('worker.jobs_recovered')
  await other.stop()
  await node.stop()
})

test(
  'a node that freezes while it sends emails and resumes later sends no email twice, and no expired code',
  ONLY_IN_FULL_RUN,
  async () => {
    const node = await startApp()
    const { client, noticed, letGo } = await holdCodeAndNotice(node)
    node.process.kill('SIGSTOP')
    const other = await node.startNode()
    await pause(FROZEN_MS)
    await expect.poll(() => jobCount(node)).toBe(2)
    await node.sql`update code_request set created_at = created_at - interval '5 minutes'`
    node.process.kill('SIGCONT')
    // The deliveries fail, because the SMTP conversations have lasted too long.
    await expect.poll(() => node.log().match(/mail.delivery_failed/g)?.length, { timeout: MINUTE_MS }).toBe(2)
    letGo()
    const isDone = async () => {
      await retryWaitingJobs(node)
      return (await jobCount(node)) === 0
    }
    await expect.poll(isDone, { timeout: MINUTE_MS }).toBe(true)
    expect(node.mail.mailsTo(client.email)).toHaveLength(0)
    expect(node.mail.mailsTo(noticed)).toHaveLength(1)
    expect(other.log()).not.toContain('worker.jobs_recovered')
    await other.stop()
    await node.stop()
  },
)

interface HeldJobs {
  client: Awaited<ReturnType<typeof requestCode>>
  /** The old address of a user whose email was changed. It gets the notice of the change. */
  noticed: string
  /** Lets the mail server respond again. */
  letGo: () => void
}

/** Starts the delivery of a code and of a notice, while the mail server no longer responds. */
async function holdCodeAndNotice(node: App): Promise<HeldJobs> {
  const chief = await addVisitor(node, { role: 'admin' })
  const user = await addUser(node)
  const { promise: isOver, resolve: letGo } = Promise.withResolvers<void>()
  node.mail.hold = () => isOver
  const client = await requestCode(node, someEmail())
  const changed = { id: user.id, name: user.name, role: 'user', email: someEmail() }
  expect((await callFunction(chief.visitor, 'users.updateUser', changed, 'POST')).status).toBe(200)
  await expect.poll(() => node.mail.heldCount).toBe(2)
  return { client, noticed: user.email, letGo }
}
