import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { databaseOn } from '#db/client.ts'
import { SAMPLE_AMOUNTS, seedDatabase } from '../../scripts/database/seed.ts'
import { startPooler } from './pooler.ts'
import { startLocalDatabase } from '../../scripts/support/local-database.ts'
import { makeTemplate } from '#db/test-template.ts'
import type postgres from 'postgres'
import { postponeLinkChecks } from './link-checks.ts'

/** The functions that prevent background work of features in the apps under test. */
const POSTPONED_WORK: Record<string, (sql: postgres.Sql) => Promise<void>> = {
  links: postponeLinkChecks,
}

/**
 * Starts one PostgreSQL for the run. Each app under test gets a copy of its database, migrated and with sample data. With
 * E2E_PGBOUNCER set, apps reach it through PgBouncer in transaction mode.
 */
export default async function setUp() {
  process.env.LATCHKEY_FAST_DATABASE = 'yes'
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-e2e-'))
  const database = await startLocalDatabase(folder)
  process.env.E2E_DATABASE_SERVER = database.adminUrl
  process.env.E2E_OWNER_SERVER = database.ownerUrl
  process.env.E2E_APP_SERVER = database.url
  await makeTemplate(database, async (client) => {
    await seedDatabase(databaseOn(client), SAMPLE_AMOUNTS)
    for (const putOff of Object.values(POSTPONED_WORK)) await putOff(client)
  })
  const pooler = process.env.E2E_PGBOUNCER ? await startPooler(database.url, { size: 10 }) : undefined
  if (pooler) process.env.E2E_POOLER_PORT = new URL(pooler.urlOf(database.url)).port
  return async () => {
    await pooler?.[Symbol.asyncDispose]()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
