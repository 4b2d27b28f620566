import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { openClient } from './connect.ts'
import { migrateDatabase, countPendingMigrations } from '../../scripts/database/migrate.ts'

const PAGE = new URL('../../docs/deploying/managed-postgresql.md', import.meta.url)
const ADMINISTRATOR = 'administrator_of_a_provider'
const ROLE = 'role_of_a_managed_database'

test('an administrator who is no superuser makes role and database as documented, and that role migrates', async () => {
  const superuser = openClient(process.env.TEST_ADMIN_URL ?? '', { max: 1 })
  const urlFor = (user: string, database: string) => {
    const url = new URL(process.env.TEST_ADMIN_URL ?? '')
    return Object.assign(url, { username: user, password: 'choose-one', pathname: `/${database}` }).href
  }
  const [, statements = ''] = /```sql\n([\s\S]+?)```/.exec(readFileSync(PAGE, 'utf8')) ?? []
  try {
    await superuser.unsafe(`create role ${ADMINISTRATOR} login nosuperuser createdb createrole password 'choose-one'`)
    const administrator = openClient(urlFor(ADMINISTRATOR, 'postgres'), { max: 1 })
    const documented = statements.trim().replaceAll(appConfig.slug, ROLE).split('\n')
    expect(documented).toHaveLength(3)
    for (const statement of documented) await administrator.unsafe(statement)
    await administrator.end()

    const url = urlFor(ROLE, ROLE)
    await migrateDatabase(url)
    expect(await countPendingMigrations(url)).toBe(0)
    const owner = openClient(url, { max: 1 })
    const [rights] = await owner`
      select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as "hasMore",
             (select string_agg(extname, ',') from pg_extension where extname <> 'plpgsql') as extensions
      from pg_roles where rolname = current_user`
    await owner.end()
    expect(rights).toEqual({ hasMore: false, extensions: 'pg_trgm' })
  } finally {
    await superuser.unsafe(`drop database if exists ${ROLE} with (force)`)
    await superuser.unsafe(`drop role if exists ${ROLE}`)
    await superuser.unsafe(`drop role if exists ${ADMINISTRATOR}`)
    await superuser.end()
  }
})
