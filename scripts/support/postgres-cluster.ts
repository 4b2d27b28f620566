import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { PlainFailure } from './plain-failure.ts'
import type { PostgresBinaries, PostgresUser } from './postgres-binaries.ts'
import { fileExists } from './probes.ts'

const run = promisify(execFile)

/** A folder with the data of one PostgreSQL, its superuser's password, and its log. */
export interface Cluster {
  folder: string
  binaries: PostgresBinaries
  user: PostgresUser
}

/** Creates the cluster if it does not exist yet. Several processes can call this at once; one of them creates it. */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  if (await isInitialized(cluster)) return
  // Create the cluster in another folder and rename that folder at the end, so that an interrupted start leaves no broken one.
  const unfinished = { ...cluster, folder: `${cluster.folder}-${process.pid}` }
  await rm(unfinished.folder, { recursive: true, force: true })
  try {
    await initialize(unfinished)
    // Windows cannot rename onto an empty folder.
    await rmdir(cluster.folder).catch(() => undefined)
    await rename(unfinished.folder, cluster.folder)
  } catch (error) {
    await rm(unfinished.folder, { recursive: true, force: true })
    // Another process that starts at the same time might have created it first.
    if (!(await isInitialized(cluster))) throw failureOf(error, cluster)
  }
}

function failureOf(error: unknown, { folder }: Cluster): PlainFailure {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR')
    return new PlainFailure(
      `${folder} contains files that aren't a PostgreSQL database. Move them away, or set DATA_DIR to another folder.`,
    )
  return new PlainFailure(`Couldn't create the embedded PostgreSQL in ${folder}. ${message}`, { cause: error })
}

export function dataFolder({ folder }: Cluster): string {
  return path.join(folder, 'cluster')
}

/** Returns a path to `folder` that a PostgreSQL started in the folder can use without access to the parent folders. */
export function pathSeenByPostgres(folder: string, user: PostgresUser): string {
  return user.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

export async function passwordOf({ folder }: Cluster): Promise<string> {
  return (await readFile(path.join(folder, 'password'), 'utf8')).trim()
}

function isInitialized(cluster: Cluster): Promise<boolean> {
  return fileExists(path.join(dataFolder(cluster), 'PG_VERSION'))
}

async function initialize(cluster: Cluster) {
  const { folder, binaries, user } = cluster
  const data = dataFolder(cluster)
  const password = path.join(folder, 'password')
  await mkdir(data, { recursive: true, mode: 0o700 })
  await writeFile(password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  if (user.uid !== undefined)
    for (const file of [folder, data, password]) await chown(file, user.uid, user.gid ?? user.uid)
  const inside = pathSeenByPostgres(data, user)
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
