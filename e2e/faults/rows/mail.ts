import { setTimeout as pause } from 'node:timers/promises'
import { someEmail, type App } from '../../support/app.ts'
import { mailStateOf } from '../../support/requested-code.ts'
import { Visitor } from '../../support/visitor.ts'
import { expectThat, expectHealthy, measureTime, waitUntil } from '../checks.ts'
import type { Fault, FaultWorld } from '../fault.ts'
import { jobCount, retryWaitingJobs } from '../../support/jobs.ts'

const CODE_REQUESTS = 10
const TESTS = [
  { file: 'e2e/server/mail.e2e.ts', title: 'a code that has expired while it waited in the queue is never sent' },
  { file: 'e2e/server/mail.e2e.ts', title: 'only the newer of two queued codes is sent' },
]
/** The maximum duration of requests for a code, in milliseconds: the median, and the slowest, which a busy machine delays. */
const [USUALLY_MS, AT_MOST_MS] = [300, 3_000]

interface MailTrouble {
  what: string
  begin: (app: App) => unknown
  end: (app: App) => unknown
  /** Matches the state of the email that the page shows during the trouble. */
  shown: RegExp
}

/** Lets the mail server respond again after the trouble 'hanging'. */
let releaseMail: () => void = () => undefined

const TROUBLES: MailTrouble[] = [
  { what: 'down', begin: ({ mail }) => mail.stop(), end: ({ mail }) => mail.start(), shown: /delayed/ },
  {
    what: 'refusing temporarily (451)',
    begin: ({ mail }) => (mail.refuseWith = 451),
    end: ({ mail }) => (mail.refuseWith = undefined),
    shown: /delayed/,
  },
  {
    what: 'slow (1 s a step)',
    begin: ({ mail }) => (mail.hold = () => pause(1_000)),
    end: ({ mail }) => (mail.hold = () => Promise.resolve()),
    shown: /queued|sent/,
  },
  {
    what: 'hanging',
    begin({ mail }) {
      const { promise, resolve } = Promise.withResolvers<void>()
      releaseMail = resolve
      mail.hold = () => promise
    },
    end({ mail }) {
      mail.hold = () => Promise.resolve()
      releaseMail()
    },
    shown: /queued/,
  },
  {
    what: 'dropping after it accepted the email',
    begin: ({ mail }) => (mail.dropsAfterTaking = true),
    end: ({ mail }) => (mail.dropsAfterTaking = false),
    shown: /delayed/,
  },
]

async function mailTrouble(world: FaultWorld): Promise<string> {
  const app = await world.startApp()
  world.defer(() => app.mail.stop())
  await expectHealthy(app)
  const told = []
  for (const trouble of TROUBLES) told.push(await survive(app, trouble, world.shortOrLong(3_000, 30_000)))
  return told.join('; ')
}

async function survive(app: App, { what, begin, end, shown }: MailTrouble, ms: number): Promise<string> {
  await begin(app)
  const times: number[] = []
  const asked: { email: string; visitor: Visitor }[] = []
  for (let count = 0; count < CODE_REQUESTS; count += 1) {
    const one = { email: someEmail(), visitor: new Visitor(app) }
    const asking = await measureTime(() => one.visitor.askForCode(one.email))
    expectThat(asking.answer.status === 200, `${what}: a request for a code returned ${asking.answer.status}`)
    times.push(asking.ms)
    asked.push(one)
  }
  const states = () => Promise.all(asked.slice(0, 3).map(mailStateOf))
  await waitUntil(
    async () => (await states()).every((state) => shown.test(state ?? '')),
    15_000,
    `${what}: the page does not show the state of the email`,
  )
  await pause(ms)
  await end(app)
  const isOver = async () => {
    await retryWaitingJobs(app)
    return (await jobCount(app)) === 0
  }
  const waited = await waitUntil(isOver, 60_000, `${what}: emails are still queued at the end`)
  let twice = 0
  for (const { email, visitor } of asked) {
    const mails = app.mail.mailsTo(email).length
    twice += mails - 1
    // An email that the server accepted without acknowledging it is sent again, so it can arrive several times.
    const allowed = what.startsWith('dropping') ? 4 : 1
    expectThat(mails >= 1 && mails <= allowed, `${what}: ${mails} emails to one address`)
    const { status } = await visitor.enterCode(email, await app.mail.codeFor(email))
    expectThat(status === 200, `${what}: the code in the last email returned ${status}`)
  }
  const [slowest = 0] = times.toSorted((one, other) => other - one)
  const usual = times.toSorted((one, other) => one - other)[CODE_REQUESTS / 2] ?? 0
  expectThat(
    usual < USUALLY_MS && slowest < AT_MOST_MS,
    `${what}: requests for a code took ${usual} ms, at most ${slowest} ms`,
  )
  return `${what}: requests for a code took ${usual} ms, at most ${slowest} ms; all emails were sent ${waited} ms later, ${twice} of them again`
}

export const MAIL_FAULTS: Fault[] = [
  {
    row: 15,
    title: 'The mail server fails',
    how: 'down, refusing temporarily, slow, hanging, dropping the connection after it accepted an email',
    pass: 'half of the requests for a code are answered within 300 ms, all within 3 s; the page shows the state of the email; all emails are sent afterwards, their codes work, and only those with a dropped connection are sent again',
    tests: TESTS,
    run: async (world) => `${await mailTrouble(world)}; ${await world.passed(TESTS)}`,
  },
]
