import { databaseOn, type Database } from '#db/client.ts'
import { openClient } from '#db/connect.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { SandboxesUnavailableError, prepareSandboxes } from '../database/sandbox-template.ts'
import { seedIfEmpty } from '../database/seed.ts'
import { LOCAL_OWNER_VARIABLE } from '#env/variables.server.ts'
import { prepareDatabase } from './local-mode.ts'
import { PlainFailure } from './plain-failure.ts'

/** Runs work on a new connection without the time limits of requests. */
export async function withScriptDatabase<T>(databaseUrl: string, work: (db: Database) => Promise<T>): Promise<T> {
  const client = openClient(databaseUrl, { max: 1, connect_timeout: 10 })
  try {
    return await work(databaseOn(client))
  } finally {
    await client.end({ timeout: 5 })
  }
}

/**
 * Creates the template database of the sandboxes if DEMO_MODE is `sandbox`.
 * @throws {PlainFailure} if a role cannot create databases
 */
export async function prepareSandboxesOfDemo(urls: { ownerUrl: string; databaseUrl: string }): Promise<void> {
  if (process.env.DEMO_MODE !== 'sandbox') return
  try {
    await prepareSandboxes(urls)
  } catch (error) {
    throw error instanceof SandboxesUnavailableError ? new PlainFailure(error.message, { cause: error }) : error
  }
}

/** Migrates the database before the app serves, and adds sample data to an empty database of local mode. */
export async function migrateBeforeServing(): Promise<void> {
  const { isLocal, ownerUrl, databaseUrl } = await prepareDatabase()
  await migrateDatabase(ownerUrl, { appUrl: databaseUrl })
  if (isLocal) await withScriptDatabase(ownerUrl, seedIfEmpty)
  await prepareSandboxesOfDemo({ ownerUrl, databaseUrl })
  // The server and the processes that it starts must not have the owner's password.
  for (const name of ['DATABASE_OWNER_URL', LOCAL_OWNER_VARIABLE]) process.env[name] &&= ''
}
