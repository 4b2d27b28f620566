import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startLocalDatabase } from './local-database.ts'
import { urlWithDatabase, createDatabase, makeTemplate } from '#db/test-template.ts'

/** Vitest's global setup: starts and migrates a real PostgreSQL for this run, and sets the variables that tested code reads. */
export default async function setUp() {
  // Vitest calls this function for each project of the configuration, but all projects share one database.
  if (process.env.TEST_ADMIN_URL) return
  process.env.LATCHKEY_FAST_DATABASE = 'yes'
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-test-'))
  const database = await startLocalDatabase(folder)
  await makeTemplate(database)
  await createDatabase(database, 'tests')
  process.env.DATABASE_URL = urlWithDatabase(database.url, 'tests')
  process.env.DATABASE_OWNER_URL = urlWithDatabase(database.ownerUrl, 'tests')
  process.env.TEST_ADMIN_URL = database.adminUrl
  process.env.APP_URL = 'http://localhost:3000'
  process.env.BETTER_AUTH_SECRET = 'a-secret-for-tests-0123456789-abcdefghij'
  process.env.SMTP_URL = 'smtp://127.0.0.1:9'
  process.env.EMAIL_FROM = 'Latchkey <no-reply@example.com>'
  return async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
