import { databaseOn, type Database } from '#db/client.ts'
import { openClient } from '#db/connect.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { NoSandboxes, prepareSandboxes } from '#db/sandbox-template.ts'
import { seedIfEmpty } from '#db/seed.ts'
import { LOCAL_OWNER_VARIABLE } from '#env/variables.server.ts'
import { prepareDatabase } from './local-mode.ts'
import { PlainFailure } from './plain-failure.ts'

/** Runs work on a connection of its own, without the time limits that requests have. */
export async function withScriptDatabase<T>(databaseUrl: string, work: (db: Database) => Promise<T>): Promise<T> {
  const client = openClient(databaseUrl, { max: 1, connect_timeout: 10 })
  try {
    return await work(databaseOn(client))
  } finally {
    await client.end({ timeout: 5 })
  }
}

/**
 * Makes what the sandboxes of a demo are copies of, where the settings ask for them.
 * @throws {PlainFailure} when a role lacks the right to make databases
 */
export async function prepareSandboxesOfDemo(ways: { ownerUrl: string; databaseUrl: string }): Promise<void> {
  if (process.env.DEMO_MODE !== 'sandbox') return
  try {
    await prepareSandboxes(ways)
  } catch (error) {
    throw error instanceof NoSandboxes ? new PlainFailure(error.message, { cause: error }) : error
  }
}

/** Brings the database up to date, and sample people into that of local mode, before a program serves. */
export async function prepareSchema(): Promise<void> {
  const { isLocal, ownerUrl, databaseUrl } = await prepareDatabase()
  await migrateDatabase(ownerUrl, { appUrl: databaseUrl })
  if (isLocal) await withScriptDatabase(ownerUrl, seedIfEmpty)
  await prepareSandboxesOfDemo({ ownerUrl, databaseUrl })
  // Who serves from here on shall not have it at hand, and neither shall the processes that it starts.
  for (const name of ['DATABASE_OWNER_URL', LOCAL_OWNER_VARIABLE]) process.env[name] &&= ''
}
