import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { migrateDatabase } from '#db/migrate.ts'
import { makeTemplate } from '#db/test-database.ts'
import { startLocalDatabase } from './local-database.ts'

/** Vitest's global set-up: a real PostgreSQL for this run, migrated, and the settings that code under test reads. */
export default async function setUp() {
  process.env.LATCHKEY_FAST_DATABASE = 'yes'
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-test-'))
  const database = await startLocalDatabase(folder)
  await migrateDatabase(database.ownerUrl, { appUrl: database.url })
  process.env.DATABASE_URL = database.url
  process.env.DATABASE_OWNER_URL = database.ownerUrl
  process.env.TEST_ADMIN_URL = database.adminUrl
  await makeTemplate()
  process.env.APP_URL = 'http://localhost:3000'
  process.env.BETTER_AUTH_SECRET = 'a-secret-for-tests-0123456789-abcdefghij'
  process.env.SMTP_URL = 'smtp://127.0.0.1:9'
  process.env.EMAIL_FROM = 'Latchkey <no-reply@example.com>'
  return async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
