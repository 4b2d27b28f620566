import { expect, test, vi } from 'vitest'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { ownDatabase, rolledBack } from '#db/test-database.ts'
import type * as environmentModule from '#env/environment.server.ts'
import { isFirstAdministrator } from './first-administrator.server.ts'
import { rememberBrowser } from '#one-time-code/code-limits.server.ts'
import { addressKey } from '#one-time-code/code-requester.server.ts'

const CHIEF = 'chief@example.com'

vi.mock('#env/environment.server.ts', async (original) => {
  const actual = await original<typeof environmentModule>()
  return { ...actual, environment: () => ({ ...actual.environment(), adminEmails: [CHIEF] }) }
})

const own = ownDatabase()

test(
  'only an address of the list makes an administrator',
  own.rolledBack(async (db) => {
    expect(await isFirstAdministrator(db, CHIEF)).toBe(true)
    expect(await isFirstAdministrator(db, 'other@example.com')).toBe(false)
  }),
)

test(
  'beside another administrator the address has to be here for the first time',
  own.rolledBack(async (db) => {
    await addAdministrator(db, 'other@example.com')
    expect(await isFirstAdministrator(db, CHIEF)).toBe(true)
    await signedInOnce(db)
    expect(await isFirstAdministrator(db, CHIEF)).toBe(false)
  }),
)

test(
  'while nobody is an administrator it may have been here before',
  own.rolledBack(async (db) => {
    await signedInOnce(db)
    expect(await isFirstAdministrator(db, CHIEF)).toBe(true)
  }),
)

test(
  'an address that an administrator had makes nobody one again, even while there is none',
  rolledBack(async (owner) => {
    await addAdministrator(owner, CHIEF)
    // The rule that one administrator stays would refuse it.
    await owner.execute(`alter table "user" disable trigger user_keep_an_administrator`)
    await owner.delete(user)
    expect(await isFirstAdministrator(owner, CHIEF)).toBe(false)
  }, own.url),
)

function addAdministrator(db: Database, email: string) {
  return db.insert(user).values({ email, role: 'admin' })
}

/** What a sign-in leaves behind when the account is gone. */
function signedInOnce(db: Database) {
  return rememberBrowser(db, { addressKey: addressKey(CHIEF), browserKey: 'a browser', ipAddress: '192.0.2.1' })
}
