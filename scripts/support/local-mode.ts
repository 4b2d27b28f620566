import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { access, constants, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findDatabaseProblem } from './check-database.ts'
import {
  readDatabaseSettings,
  readEnvironment,
  type DatabaseSettings,
  type Environment,
} from '#env/environment.server.ts'
import { LOCAL_DATABASE_VARIABLE, LOCAL_OWNER_VARIABLE } from '#env/variables.server.ts'
import { startLocalDatabase, type LocalDatabase } from './local-database.ts'
import { PlainFailure } from './plain-failure.ts'
import { fileExists } from './probes.ts'
import { onStopSignal } from './stop-signals.ts'

/**
 * Reads the settings of a script from the process, then from a file `.env` in the working folder.
 * @throws {EnvironmentError} with each variable that is missing or wrong
 */
export async function readSettings(): Promise<Environment> {
  await loadSettingsFile()
  return readEnvironment(process.env)
}

let prepared: Promise<LocalDatabase | undefined> | undefined

/**
 * Starts a database and creates a secret under DATA_DIR if DATABASE_URL is not set.
 * @returns the embedded database, which `leaveLocalMode` stops; undefined in production mode and in worker processes
 * @throws {EnvironmentError} if a database setting or DATA_DIR is wrong; other variables are not checked
 * @throws {PlainFailure} if the database cannot be used as DATABASE_URL configures it
 */
export function prepareLocalMode(): Promise<LocalDatabase | undefined> {
  prepared ??= prepareSettingsAndDatabase()
  return prepared
}

/** Prepares local mode and returns the database settings. */
export async function prepareDatabase(): Promise<DatabaseSettings> {
  await prepareLocalMode()
  return readDatabaseSettings(process.env)
}

/** Stops the database that `prepareLocalMode` started, unless another process uses it too. */
export async function leaveLocalMode(): Promise<void> {
  const database = await prepared?.catch(() => undefined)
  await database?.leave()
}

/**
 * Stops the database like `leaveLocalMode` while other work stops, so that the database does not keep running if that work hangs
 * or fails, for example because a telemetry collector does not respond.
 * @param stopOtherWork stops work that does not use the database
 * @throws the error of the other work
 */
export async function leaveLocalModeDuring(stopOtherWork: () => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled([leaveLocalMode(), stopOtherWork()])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Whether this folder already holds local mode's data. */
export function isDatabaseInitialized(dataDir: string): Promise<boolean> {
  return fileExists(path.join(dataDir, 'postgres'))
}

/** Loads `.env` from the working folder, if there is one. Variables that are already set keep their values. */
export async function loadSettingsFile(): Promise<void> {
  if (await fileExists('.env')) process.loadEnvFile('.env')
}

async function prepareSettingsAndDatabase(): Promise<LocalDatabase | undefined> {
  await loadSettingsFile()
  const { isLocal, dataDir, ...ways } = readDatabaseSettings(process.env)
  const problem = isLocal ? undefined : await findDatabaseProblem(ways)
  if (problem !== undefined) throw new PlainFailure(problem)
  // A worker process gets the database and the secret from the primary process, which also stops the database.
  if (!isLocal || cluster.isWorker) return undefined
  await requireFolder(dataDir)
  const database = await startLocalDatabase(path.join(dataDir, 'postgres'))
  onStopSignal(database.leave)
  if (database.putAside) console.log(inconsistentCopyMessage(path.join(dataDir, 'postgres'), database.putAside))
  process.env[LOCAL_DATABASE_VARIABLE] = database.url
  process.env[LOCAL_OWNER_VARIABLE] = database.ownerUrl
  // An empty variable counts as not set.
  process.env.BETTER_AUTH_SECRET ||= await localSecret(dataDir)
  return database
}

function inconsistentCopyMessage(folder: string, aside: string): string {
  return `The data in ${folder} was copied while it was in use, so it might be incomplete. It was moved to ${aside}, and a new database was created. To keep the data, stop the original app and copy the folder again.`
}

async function requireFolder(dataDir: string) {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new PlainFailure(`DATA_DIR must be a writable folder, but ${dataDir} isn't (${code}).`, { cause })
  }
}

/** Returns the secret of local mode. It is created once and kept, so that sessions survive a restart. */
async function localSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret')
  if (!(await fileExists(file))) {
    const mine = `${file}-${process.pid}`
    await writeFile(mine, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
    // If two processes start at once, the first link wins and both read that secret.
    await link(mine, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(mine)
  }
  return (await readFile(file, 'utf8')).trim()
}
