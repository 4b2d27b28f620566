import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { environment, type Environment, EnvironmentError, readEnvironment } from '#env/environment.server.ts'
import { startLocalDatabase, type LocalDatabase } from './local-database.ts'

/** Reads the environment, or says what is wrong with it and ends the process. */
export function environmentOrExit(): Environment {
  try {
    return readEnvironment(process.env)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/**
 * Where no DATABASE_URL is set, brings what the real thing is given: a database and a secret, both under DATA_DIR.
 * @returns the embedded database, to be stopped at the end; undefined on the real thing
 */
export async function prepareLocalMode(): Promise<LocalDatabase | undefined> {
  const { isLocal, dataDir } = environmentOrExit()
  if (!isLocal) return undefined
  const database = await startLocalDatabase(path.join(dataDir, 'postgres'))
  process.env.LOCAL_DATABASE_URL = database.url
  process.env.BETTER_AUTH_SECRET ??= await localSecret(dataDir)
  environment()
  return database
}

/** Made once and kept, so that sessions survive a restart. */
async function localSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const file = path.join(dataDir, 'secret')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    const secret = randomBytes(32).toString('base64')
    await writeFile(file, `${secret}\n`, { mode: 0o600 })
    return secret
  }
}
