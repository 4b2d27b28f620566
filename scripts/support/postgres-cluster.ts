import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { PlainFailure } from './plain-failure.ts'
import type { PostgresBinaries, PostgresUser } from './postgres-binaries.ts'
import { isThere } from './probes.ts'

const run = promisify(execFile)

/** A folder with the data of one PostgreSQL, the password of its owner, and its log. */
export interface Cluster {
  folder: string
  binaries: PostgresBinaries
  user: PostgresUser
}

/** Makes the cluster where there is none yet. Several processes may call this at once: one makes it. */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  if (await isMade(cluster)) return
  // Made beside its place and moved there when it is whole, so that a start that is cut short leaves nothing half.
  const unfinished = { ...cluster, folder: `${cluster.folder}-${process.pid}` }
  await rm(unfinished.folder, { recursive: true, force: true })
  try {
    await initialize(unfinished)
    // Windows moves nothing to where an empty folder is.
    await rmdir(cluster.folder).catch(() => undefined)
    await rename(unfinished.folder, cluster.folder)
  } catch (error) {
    await rm(unfinished.folder, { recursive: true, force: true })
    // Two starts at once: the other one was first.
    if (!(await isMade(cluster))) throw failureOf(error, cluster)
  }
}

function failureOf(error: unknown, { folder }: Cluster): PlainFailure {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR')
    return new PlainFailure(`${folder} holds something that is no PostgreSQL: move it away, or set DATA_DIR.`)
  return new PlainFailure(`The embedded PostgreSQL could not be made in ${folder}. ${message}`, { cause: error })
}

export function dataFolder({ folder }: Cluster): string {
  return path.join(folder, 'cluster')
}

/** The name of `folder` for a PostgreSQL started in it, whose user may not be allowed to enter the folders above. */
export function seenFromInside(folder: string, user: PostgresUser): string {
  return user.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

export async function passwordOf({ folder }: Cluster): Promise<string> {
  return (await readFile(path.join(folder, 'password'), 'utf8')).trim()
}

function isMade(cluster: Cluster): Promise<boolean> {
  return isThere(path.join(dataFolder(cluster), 'PG_VERSION'))
}

async function initialize(cluster: Cluster) {
  const { folder, binaries, user } = cluster
  const data = dataFolder(cluster)
  const password = path.join(folder, 'password')
  await mkdir(data, { recursive: true, mode: 0o700 })
  await writeFile(password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  if (user.uid !== undefined)
    for (const file of [folder, data, password]) await chown(file, user.uid, user.gid ?? user.uid)
  const inside = seenFromInside(data, user)
  await run(
    binaries.initdb,
    [
      `--pgdata=${inside}`,
      `--pwfile=${inside}/../password`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    { ...user, cwd: data },
  )
}
