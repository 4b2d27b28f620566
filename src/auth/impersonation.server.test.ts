import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase, database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import type * as environmentModule from '#env/environment.server.ts'
import { requestCodeAndReadIt, contextOn as codeContextOn } from '#one-time-code/test-codes.server.ts'
import { requestOfNewBrowser } from '#request/test-request.server.ts'
import { signInUse } from '#one-time-code/code-request.server.ts'
import { runInRequest } from '#request/request-context.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import { startImpersonating } from './impersonation.server.ts'
import { signIn } from './sign-in.server.ts'
import type { SessionContext } from './current-session.server.ts'

const settings = vi.hoisted(() => ({ databaseUrl: '' }))
vi.mock('#env/environment.server.ts', async (original) => {
  const actual = await original<typeof environmentModule>()
  return { ...actual, environment: () => ({ ...actual.environment(), ...settings }) }
})

// Use an own database, so that these administrators do not affect tests that count administrators.
const own = ownDatabase()
beforeAll(() => {
  settings.databaseUrl = own.url()
})
afterAll(closeDatabase)

test('impersonating a user who just became an administrator fails with YOU_CANNOT_IMPERSONATE_ADMINS', async () => {
  const [chief, other] = [`${crypto.randomUUID()}@acting.example`, `${crypto.randomUUID()}@acting.example`]
  const rows = await database()
    .insert(user)
    .values([
      { email: chief, role: 'admin', emailVerified: true },
      { email: other, role: 'admin', emailVerified: true },
    ])
    .returning({ id: user.id })
  const [actor, target] = rows.map(({ id }) => id)
  const request = requestOfNewBrowser()
  const { cookies } = await runInRequest(request, async () => {
    const code = await requestCodeAndReadIt(database(), signInUse(chief))
    return signIn(codeContextOn(database()), { email: chief, code })
  })
  const signedIn = { ...request, headers: new Headers({ cookie: cookies[0]?.split(';')[0] ?? '' }) }
  const starting = database().transaction(async (db) => {
    // In this transaction the user is no longer an administrator, but better-auth's own connection still reads the old role.
    await db
      .update(user)
      .set({ role: 'user' })
      .where(eq(user.id, target ?? ''))
    await db
      .update(user)
      .set({ lostAdminAt: null })
      .where(eq(user.id, target ?? ''))
    const context = { ...contextOn(db, { id: actor ?? '', name: 'Chief' }), request: signedIn } as SessionContext
    await runInRequest(signedIn, () => startImpersonating(context, { id: target ?? '', reason: 'x' }))
  })
  await expect(starting).rejects.toMatchObject({ code: 'YOU_CANNOT_IMPERSONATE_ADMINS' })
})
