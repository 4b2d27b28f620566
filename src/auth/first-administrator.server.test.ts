import { expect, test, vi } from 'vitest'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { ownDatabase, rolledBack } from '#db/test-database.ts'
import type * as environmentModule from '#env/environment.server.ts'
import { becomesAdministrator } from './first-administrator.server.ts'
import { addKnownBrowser } from '#one-time-code/code-limits.server.ts'
import { addressKey } from '#one-time-code/code-client.server.ts'

const CHIEF_EMAIL = 'chief@example.com'

vi.mock('#env/environment.server.ts', async (original) => {
  const actual = await original<typeof environmentModule>()
  return { ...actual, environment: () => ({ ...actual.environment(), adminEmails: [CHIEF_EMAIL] }) }
})

const own = ownDatabase()

test(
  'only an address in ADMIN_EMAILS becomes an administrator',
  own.rolledBack(async (db) => {
    expect(await becomesAdministrator(db, CHIEF_EMAIL)).toBe(true)
    expect(await becomesAdministrator(db, 'other@example.com')).toBe(false)
  }),
)

test(
  'with another administrator, the address must never have signed in before',
  own.rolledBack(async (db) => {
    await addAdministrator(db, 'other@example.com')
    expect(await becomesAdministrator(db, CHIEF_EMAIL)).toBe(true)
    await signedInOnce(db)
    expect(await becomesAdministrator(db, CHIEF_EMAIL)).toBe(false)
  }),
)

test(
  'while no administrator exists, the address can have signed in before',
  own.rolledBack(async (db) => {
    await signedInOnce(db)
    expect(await becomesAdministrator(db, CHIEF_EMAIL)).toBe(true)
  }),
)

test(
  'an address that belonged to an administrator is never promoted again, even while no administrator exists',
  rolledBack(async (owner) => {
    await addAdministrator(owner, CHIEF_EMAIL)
    // Disable the trigger that keeps the last administrator, because it would refuse the deletion.
    await owner.execute(`alter table "user" disable trigger user_keep_an_administrator`)
    await owner.delete(user)
    expect(await becomesAdministrator(owner, CHIEF_EMAIL)).toBe(false)
  }, own.url),
)

function addAdministrator(db: Database, email: string) {
  return db.insert(user).values({ email, role: 'admin' })
}

/** Inserts the rows that remain after a user has signed in and the account was deleted. */
function signedInOnce(db: Database) {
  return addKnownBrowser(db, { addressKey: addressKey(CHIEF_EMAIL), browserKey: 'a browser', ipAddress: '192.0.2.1' })
}
