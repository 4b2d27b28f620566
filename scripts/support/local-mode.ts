import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { access, constants, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { whatHindersUse } from '#db/usable.ts'
import {
  readDatabaseSettings,
  readEnvironment,
  type DatabaseSettings,
  type Environment,
} from '#env/environment.server.ts'
import { LOCAL_DATABASE_VARIABLE, LOCAL_OWNER_VARIABLE } from '#env/variables.server.ts'
import { startLocalDatabase, type LocalDatabase } from './local-database.ts'
import { PlainFailure } from './plain-failure.ts'
import { isThere } from './probes.ts'
import { whenToldToStop } from './stop-signals.ts'

/**
 * The settings of a script: those of the process, then those of a file `.env` in the working folder.
 * @throws {EnvironmentError} naming each variable that is missing or wrong
 */
export async function readSettings(): Promise<Environment> {
  await loadSettingsFile()
  return readEnvironment(process.env)
}

let prepared: Promise<LocalDatabase | undefined> | undefined

/**
 * Brings a database and a secret, both under DATA_DIR, where no DATABASE_URL is set.
 * @returns the embedded database, to be left at the end; undefined on the real thing
 * @throws {EnvironmentError} when DATABASE_URL or DATA_DIR is wrong; the others are not looked at
 * @throws {PlainFailure} when the database cannot be used in the way that DATABASE_URL names
 */
export function prepareLocalMode(): Promise<LocalDatabase | undefined> {
  prepared ??= prepare()
  return prepared
}

/** Prepares local mode, and says where the database is. */
export async function prepareDatabase(): Promise<DatabaseSettings> {
  await prepareLocalMode()
  return readDatabaseSettings(process.env)
}

/** Ends what `prepareLocalMode` started, unless another process uses it too. */
export async function leaveLocalMode(): Promise<void> {
  const database = await prepared?.catch(() => undefined)
  await database?.leave()
}

/** Whether there is data of local mode in this folder already. */
export function isDatabaseMade(dataDir: string): Promise<boolean> {
  return isThere(path.join(dataDir, 'postgres'))
}

/** Reads a file `.env` in the working folder into the settings of the process, where these do not say otherwise. */
export async function loadSettingsFile(): Promise<void> {
  if (await isThere('.env')) process.loadEnvFile('.env')
}

async function prepare(): Promise<LocalDatabase | undefined> {
  await loadSettingsFile()
  const { isLocal, dataDir, ...ways } = readDatabaseSettings(process.env)
  const hindrance = isLocal ? undefined : await whatHindersUse(ways)
  if (hindrance !== undefined) throw new PlainFailure(hindrance)
  // Who serves beside others was given both by the process that started it, and leaves them to it.
  if (!isLocal || cluster.isWorker) return undefined
  await requireFolder(dataDir)
  const database = await startLocalDatabase(path.join(dataDir, 'postgres'))
  whenToldToStop(database.leave)
  if (database.putAside) console.log(tornCopy(path.join(dataDir, 'postgres'), database.putAside))
  process.env[LOCAL_DATABASE_VARIABLE] = database.url
  process.env[LOCAL_OWNER_VARIABLE] = database.ownerUrl
  // An empty value counts as absent.
  process.env.BETTER_AUTH_SECRET ||= await localSecret(dataDir)
  return database
}

function tornCopy(folder: string, aside: string): string {
  return `The data in ${folder} were copied while they were in use, and such a copy may be incomplete. They are kept in ${aside}; this folder begins anew. To take the data along, stop the original and copy it again.`
}

async function requireFolder(dataDir: string) {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new PlainFailure(`DATA_DIR must be a folder that can be written to: ${dataDir} is not (${code}).`, { cause })
  }
}

/** Made once and kept, so that sessions survive a restart. */
async function localSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret')
  if (!(await isThere(file))) {
    const mine = `${file}-${process.pid}`
    await writeFile(mine, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
    // Two starts at once: the secret that gets the name first is the one of both.
    await link(mine, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(mine)
  }
  return (await readFile(file, 'utf8')).trim()
}
