import { sql, type SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase, database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import type * as environmentModule from '#env/environment.server.ts'
import { signInUse } from '#one-time-code/code-request.server.ts'
import { requestCodeAndReadIt, contextOn } from '#one-time-code/test-codes.server.ts'
import { requestOfNewBrowser } from '#request/test-request.server.ts'
import { RequestStore, runInRequest } from '#request/request-context.server.ts'
import { auth } from './auth.server.ts'
import { findSession } from './current-session.server.ts'
import { signIn } from './sign-in.server.ts'

const settings = vi.hoisted(() => ({ databaseUrl: '' }))
vi.mock('#env/environment.server.ts', async (original) => {
  const actual = await original<typeof environmentModule>()
  return { ...actual, environment: () => ({ ...actual.environment(), ...settings }) }
})

const own = ownDatabase()
beforeAll(() => {
  settings.databaseUrl = own.url()
})
afterEach(() => vi.useRealTimers())
afterAll(closeDatabase)

/** Statements that make a user's session invalid, by the words for such a session in test titles. */
const INVALIDATING_STATEMENTS: Record<string, (id: string) => SQL> = {
  'that was idle for too long': (id) =>
    sql`update session set expires_at = now() - interval '1 second' where user_id = ${id}`,
  'whose absolute time is over': (id) =>
    sql`update session set created_at = now() - interval '91 days' where user_id = ${id}`,
  'of a banned user': (id) => sql`update "user" set banned = true where id = ${id}`,
  'of an administrator who can no longer impersonate the user': (id) =>
    sql`update session set impersonated_by = user_id where user_id = ${id}`,
}

test('better-auth and its plugins find the same session as pages', async () => {
  const { headers } = await signedIn()
  const { pages, library, plugins } = await readSessionWith(headers)
  expect(pages).toBeDefined()
  expect({ library, plugins }).toEqual({ library: pages, plugins: ['answered', 'answered'] })
})

test.each(Object.entries(INVALIDATING_STATEMENTS))(
  'a session %s is unknown to better-auth and its plugins',
  async (_which, end) => {
    const { headers, id } = await signedIn()
    await database().execute(end(id))
    // Set the node's clock to a wrong time, because only the database's clock must decide.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    expect(await readSessionWith(headers)).toEqual({
      pages: undefined,
      library: undefined,
      plugins: ['UNAUTHORIZED', 'UNAUTHORIZED'],
    })
  },
)

/** Signs in an administrator. @returns their ID and the headers of their browser */
async function signedIn(): Promise<{ id: string; headers: Headers }> {
  const email = `${crypto.randomUUID()}@session.example`
  await database().insert(user).values({ email, emailVerified: true, role: 'admin' })
  const { user: record, cookies } = await runInRequest(requestOfNewBrowser(), async () =>
    signIn(contextOn(database()), { email, code: await requestCodeAndReadIt(database(), signInUse(email)) }),
  )
  return { id: record.id, headers: new Headers({ cookie: cookies[0]?.split(';')[0] ?? '' }) }
}

/** Returns the session IDs of lookups and the results of two plugin calls with a session, each in a separate request. */
async function readSessionWith(headers: Headers) {
  const inRequest = <T>(ask: () => Promise<T>) =>
    runInRequest({ ...requestOfNewBrowser(), headers, store: new RequestStore() }, ask)
  const outcome = (ask: () => Promise<unknown>) =>
    inRequest(ask).then(
      () => 'answered',
      (error: { status?: unknown }) => error.status,
    )
  return {
    library: (await inRequest(() => auth().api.getSession({ headers })))?.session.id,
    plugins: [
      await outcome(() => auth().api.setActiveOrganization({ headers, body: { organizationId: null } })),
      await outcome(() => auth().api.listUserSessions({ headers, body: { userId: crypto.randomUUID() } })),
    ],
    pages: (await inRequest(findSession))?.id,
  }
}
