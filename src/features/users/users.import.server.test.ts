import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inviteUser } from '#auth/account-invitations.server.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { withOwnDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { usersImport } from './users.import.server.ts'

const someone = (name: string, role: 'admin' | 'user' = 'user') => ({ email: `${name}@import.example`, name, role })

/** Returns the context of a signed-in administrator. */
async function administratorOn(db: Database) {
  const [chief] = await db
    .insert(user)
    .values({ ...someone('chief', 'admin'), lastSignInAt: sql`now()` })
    .returning({ id: user.id, name: user.name })
  return contextOn(db, chief)
}

test('importing administrators notifies the existing ones, and the imported ones get no email', () =>
  withOwnDatabase(async (db) => {
    const context = await administratorOn(db)
    for (const name of ['one', 'two', 'three']) await usersImport.create(context, someone(name, 'admin'))
    const queued = await db.execute(sql`select 1 from graphile_worker._private_jobs`)
    expect(queued).toHaveLength(3)
  }))

test('an import has a maximum number of administrators, like a bulk change of roles', () => {
  expect(usersImport.bound).toMatchObject({ most: 20, code: 'TOO_MANY_ADMINISTRATORS' })
  expect(['admin', 'user'].map((role) => usersImport.bound?.fits(someone('one', role as 'admin')))).toEqual([
    true,
    false,
  ])
})

test('undoing an import keeps users who were invited since', () =>
  withOwnDatabase(async (db) => {
    const context = await administratorOn(db)
    const { id } = await usersImport.create(context, someone('one'))
    await inviteUser(context, { id, language: 'en' })
    const removing = usersImport.remove(context, { id, name: 'one' }, someone('one'))
    await expect(removing).rejects.toMatchObject({ code: 'CHANGED_SINCE' })
  }))
