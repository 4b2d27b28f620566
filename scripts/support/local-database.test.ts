import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { migrateDatabase } from '../database/migrate.ts'
import { startLocalDatabase } from './local-database.ts'
import { queryOnce } from './running-server.ts'

test('startLocalDatabase makes the owner role the owner of objects that the superuser created in an earlier release', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-given-'))
  const { adminUrl, url, ownerUrl } = await startLocalDatabase(folder)
  await queryOnce(adminUrl, (sql) => sql`alter database postgres owner to postgres`)
  await migrateDatabase(adminUrl, { appUrl: url })
  const database = await startLocalDatabase(folder)
  try {
    expect(database.ownerUrl).toBe(ownerUrl)
    const owners = await queryOnce(
      adminUrl,
      (sql) => sql`
        select distinct pg_get_userbyid(owner) as owner from (
          select relowner, oid, relnamespace from pg_class where relkind in ('r', 'v', 'S')
          union all select proowner, oid, pronamespace from pg_proc
          union all select typowner, oid, typnamespace from pg_type where typcategory not in ('A')
        ) as objects (owner, oid, namespace)
        where namespace in ('public'::regnamespace, 'drizzle'::regnamespace, 'graphile_worker'::regnamespace)
          and not exists (select from pg_depend where objid = objects.oid and deptype = 'e')`,
    )
    expect(owners).toEqual([{ owner: 'latchkey_owner' }])
    const roles = await queryOnce(
      adminUrl,
      (sql) => sql`
        select rolname as name from pg_roles
        where rolname like 'latchkey%' and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls)
        order by rolname`,
    )
    expect(roles).toEqual([{ name: 'latchkey' }, { name: 'latchkey_owner' }])
    await migrateDatabase(ownerUrl, { appUrl: url })
    const [purged] = await queryOnce(url, (sql) => sql`select purge_history(30, 10) as count`)
    expect(purged).toEqual({ count: 0 })
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
