import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { inviteUser } from '#auth/invitations.server.ts'
import type { Database } from '#db/client.ts'
import { checkRow, importKind, provideImportKinds } from '#bulk/import-kind.server.ts'
import { user } from '#db/schema.ts'
import { withOwnDatabase } from '#db/test-database.ts'
import { integerField, orNone } from '#lib/form-fields.ts'
import { contextOn } from '#service/test-context.server.ts'
import { usersImport } from './users-import.server.ts'
import { userFields } from './users.schema.ts'

const someone = (name: string, role: 'admin' | 'user' = 'user') => ({ email: `${name}@import.example`, name, role })

/** A context of an administrator who has signed in. */
async function chiefOn(db: Database) {
  const [chief] = await db
    .insert(user)
    .values({ ...someone('chief', 'admin'), lastSignInAt: sql`now()` })
    .returning({ id: user.id, name: user.name })
  return contextOn(db, chief)
}

test('administrators from a file are told of to those who are here, and get no mail themselves', () =>
  withOwnDatabase(async (db) => {
    const context = await chiefOn(db)
    for (const name of ['one', 'two', 'three']) await usersImport.create(context, someone(name, 'admin'))
    const queued = await db.execute(sql`select 1 from graphile_worker._private_jobs`)
    expect(queued).toHaveLength(3)
  }))

test('of administrators a file has as many at most as are made at once', () => {
  expect(usersImport.bound).toMatchObject({ most: 20, code: 'TOO_MANY_ADMINISTRATORS' })
  expect(['admin', 'user'].map((role) => usersImport.bound?.fits(someone('one', role as 'admin')))).toEqual([
    true,
    false,
  ])
})

test('undoing an import leaves those alone whom somebody has invited since', () =>
  withOwnDatabase(async (db) => {
    const context = await chiefOn(db)
    const { id } = await usersImport.create(context, someone('one'))
    await inviteUser(context, { id, language: 'en' })
    const removing = usersImport.remove(context, { id, name: 'one' }, someone('one'))
    await expect(removing).rejects.toMatchObject({ code: 'CHANGED_SINCE' })
  }))

test('a field that the form got since makes no row of a file wrong, and numbers are read as who brought it writes them', () => {
  const jobTitle = z.string().check(z.minLength(1))
  const kind = (fields: string[]) => {
    const schema = z.extend(userFields, { jobTitle, floor: orNone(integerField()) })
    provideImportKinds([{ ...usersImport, fields, schema }])
    return importKind('import-users')
  }
  const cells = ['ada@import.example', 'Ada', 'Engineer', '١٬٠٠٠']
  const columns = { email: 0, name: 1, jobTitle: 2, floor: 3 }
  const known = { email: 'ada@import.example', name: 'Ada', role: 'user' }
  const before = checkRow(kind(['email', 'name', 'role']), { columns, language: 'ar' }, cells)
  expect(before.data).toEqual({ ...known, jobTitle: '', floor: null })
  const now = checkRow(kind(['email', 'name', 'role', 'jobTitle', 'floor']), { columns, language: 'ar' }, cells)
  expect(now.data).toEqual({ ...known, jobTitle: 'Engineer', floor: 1_000 })
})
