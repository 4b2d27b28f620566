import { someEmail } from '../../support/app.ts'
import { addUser, addVisitor } from '../../support/users.ts'
import { callFunction } from '../../support/server-function.ts'
import { Visitor } from '../../support/visitor.ts'
import { expectThat, expectHealthy, waitUntil } from '../checks.ts'
import type { Fault, FaultWorld } from '../fault.ts'
import { jobsOf, retryWaitingJobs } from '../../support/jobs.ts'

const NEW_SECRET = 'another-secret-9876543210-zyxwvutsrq-abc'

/** Replaces the secret while mails are queued, without setting the old one as the previous secret. Then restores the old one. */
async function replaceSecret(world: FaultWorld): Promise<string> {
  const app = await world.startApp()
  const { visitor } = await addVisitor(app, { role: 'admin' })
  await app.mail.stop()
  const waiting = new Visitor(app)
  const email = someEmail()
  await waiting.askForCode(email)
  const noticed = await addUser(app)
  const changed = { id: noticed.id, name: noticed.name, role: 'user', email: someEmail() }
  await callFunction(visitor, 'users.updateUser', changed, 'POST')
  const wasTried = async () => (await jobsOf(app)).some(({ attempts, isUnderWay }) => attempts > 0 && !isUnderWay)
  await waitUntil(wasTried, 10_000, 'no delivery of an email was tried')
  await app.stop()

  const replaced = await world.startNode(app, { BETTER_AUTH_SECRET: NEW_SECRET })
  await app.mail.start()
  world.defer(() => app.mail.stop())
  await replaced.sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`
  await retryWaitingJobs(replaced)
  await waitUntil(
    async () => (await jobsOf(replaced)).length === 0,
    20_000,
    'emails that cannot be decrypted are still retried',
  )
  const told = replaced.log().split('mail.decryption_failed').length - 1
  expectThat(told === 2, `the log reports ${told} of 2 emails that cannot be decrypted`)
  const asked = waiting.at(replaced)
  await replaced.sql`delete from throttle`
  expectThat((await asked.signIn(email)).status === 200, 'the user who waited for a code cannot request a new one')
  await expectSignedOut(visitor.at(replaced))
  await expectHealthy(replaced)

  const returned = await world.startNode(app)
  await expectSignedOut(asked.at(returned))
  const unexpected = [replaced, returned].flatMap((node) => node.log().match(/.*error\.unexpected.*/g) ?? [])
  expectThat(unexpected.length === 0, `the log has an unexpected error: ${unexpected[0]}`)
  return `${told} emails dropped and logged; sessions end; a new code works immediately`
}

/** Checks that the visitor gets the same responses as a visitor who is signed out. */
async function expectSignedOut(visitor: Visitor) {
  const answers = [
    ['/app', (await visitor.get('/app')).status, 302],
    ['get-session', (await visitor.get('/api/auth/get-session')).status, 200],
    ['list-users', (await visitor.get('/api/auth/admin/list-users')).status, 401],
    ['a function', (await callFunction(visitor, 'dashboard.getDashboard')).status, 401],
    [
      'a change',
      (await callFunction(visitor, 'repositories.deleteRepository', { id: crypto.randomUUID() }, 'POST')).status,
      401,
    ],
    ['revoke-sessions', (await visitor.post('/api/auth/revoke-sessions')).status, 401],
    ['revoke-other-sessions', (await visitor.post('/api/auth/revoke-other-sessions')).status, 401],
    ['update-user', (await visitor.post('/api/auth/update-user', { name: 'Other' })).status, 401],
    ['delete-user', (await visitor.post('/api/auth/delete-user', {})).status, 401],
    ['stop-impersonating', (await visitor.post('/api/auth/admin/stop-impersonating')).status, 401],
    ['a code', (await visitor.enterCode(someEmail(), '123456')).status, 400],
    ['sign-out', (await visitor.post('/api/auth/sign-out')).status, 200],
  ] as const
  for (const [what, status, expected] of answers)
    expectThat(status === expected, `${what} with an old cookie returned ${status} instead of ${expected}`)
}

export const SECRET_FAULTS: Fault[] = [
  {
    row: 22,
    title: 'A new secret without the old one',
    how: 'another BETTER_AUTH_SECRET while emails are queued, then the first one again',
    pass: 'old cookies are signed out everywhere; emails that cannot be decrypted are dropped and logged; a new code works immediately',
    run: replaceSecret,
  },
]
