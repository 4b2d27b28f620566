import { expect, test } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { startApp } from '../support/app.ts'
import { hasDebianPostgres, startDebianPostgres } from '../support/debian-postgres.ts'
import { addVisitor } from '../support/users.ts'
import { query, runScript } from '../support/script.ts'
import { callFunction } from '../support/server-function.ts'
import { alsoInQuickRun } from '../support/speed.ts'

test.describe.configure({ timeout: 120_000 })

const NO_RIGHTS = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls'

for (const server of ['the PostgreSQL of local mode', 'PostgreSQL 15'] as const)
  for (const roles of ['one role', 'two roles'] as const)
    test(
      `the app works on ${server} with ${roles} without rights outside of its database`,
      alsoInQuickRun((server === 'PostgreSQL 15') === (roles === 'two roles')),
      async () => {
        test.skip(server === 'PostgreSQL 15' && !hasDebianPostgres, 'Debian’s package postgresql-15 is not installed')
        await using place = await placeOf(server)
        const { ownerUrl, databaseUrl } = await makeDatabase(place.adminUrl, roles)
        const settings = { DATABASE_URL: databaseUrl, ...(roles === 'two roles' && { DATABASE_OWNER_URL: ownerUrl }) }
        // Migrates twice. The second run has nothing to migrate, and must work too.
        for (let time = 0; time < 2; time += 1)
          expect((await runScript('migrate.ts', settings)).output).toBe('The database is up to date.\n')

        const app = await startApp({}, { databaseUrl, ownerUrl })
        try {
          const { visitor, id } = await addVisitor(app, { role: 'admin', name: 'Ada' })
          const fields = { name: 'Pumpkin', link: 'example.com/pumpkin', description: '', language: '', topics: '' }
          expect((await callFunction(visitor, 'repositories.createRepository', fields, 'POST')).error).toBeUndefined()
          expect((await visitor.get('/manager/dashboard')).status).toBe(200)
          await expectHistoryEnds(ownerUrl, databaseUrl, id)
        } finally {
          await app.stop()
        }
        expect((await runScript('doctor.ts', { ...settings, ...PRODUCTION })).output).not.toContain('superuser')
      },
    )

test('a missing permission is reported together with the message of PostgreSQL', async () => {
  await using place = await placeOf('the PostgreSQL of local mode')
  const { ownerUrl } = await makeDatabase(place.adminUrl, 'one role')
  const { username, pathname } = new URL(ownerUrl)
  await query(place.adminUrl, `alter database ${pathname.slice(1)} owner to ${new URL(place.adminUrl).username}`)
  await query(
    place.adminUrl,
    `revoke all on database ${pathname.slice(1)} from public, ${username}; grant connect on database ${pathname.slice(1)} to ${username}`,
  )
  const { code, output } = await runScript('migrate.ts', { DATABASE_URL: ownerUrl })
  expect(code).toBe(1)
  expect(output).toContain("Can't use the database in DATABASE_URL: its role lacks a permission (42501).")
  expect(output).toContain(`PostgreSQL says: permission denied for database ${pathname.slice(1)}`)
})

const PRODUCTION = {
  APP_URL: 'https://app.example.com',
  BETTER_AUTH_SECRET: 'a-secret-for-tests-0123456789-abcdefghij',
}

/** Checks that the history's two functions work for a role that cannot delete from the history directly. */
async function expectHistoryEnds(ownerUrl: string, databaseUrl: string, subjectId: string) {
  await query(
    ownerUrl,
    `insert into history_event (action, subject_id, subject_name, at)
     values ('user-banned', '${subjectId}', 'Old', now() - interval '400 days'),
            ('user-deleted', gen_random_uuid(), 'Gone', now() - interval '40 days')`,
  )
  expect(await query(databaseUrl, 'select purge_history(365, 100) as count')).toEqual([{ count: 1 }])
  expect(await query(databaseUrl, 'select erase_deleted_people(30, 100) as count')).toEqual([{ count: 1 }])
  await expect(query(databaseUrl, 'delete from history_event')).rejects.toThrow()
}

async function placeOf(server: 'the PostgreSQL of local mode' | 'PostgreSQL 15') {
  if (server !== 'PostgreSQL 15')
    return { adminUrl: process.env.E2E_DATABASE_SERVER ?? '', [Symbol.asyncDispose]: async () => undefined }
  const postgres = await startDebianPostgres()
  return { adminUrl: postgres.adminUrl, [Symbol.asyncDispose]: postgres.remove }
}

/** Creates an empty database and its owner, and with 'two roles' a role for the app. The roles have no rights elsewhere. */
async function makeDatabase(adminUrl: string, roles: 'one role' | 'two roles') {
  const name = `plain_${randomBytes(5).toString('hex')}`
  const urlAs = (role: string) =>
    Object.assign(new URL(adminUrl), { username: role, password: name, pathname: name }).href
  const names = roles === 'one role' ? [name] : [name, `${name}_app`]
  for (const role of names) await query(adminUrl, `create role ${role} login ${NO_RIGHTS} password '${name}'`)
  await query(adminUrl, `create database ${name} template template0 owner ${name}`)
  return { ownerUrl: urlAs(name), databaseUrl: urlAs(names.at(-1) ?? name) }
}
