import { execFile } from 'node:child_process'
import { readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { dataFolder, type Cluster } from './postgres-cluster.ts'
import { isThere } from './probes.ts'
import { findServer, isLocked } from './running-server.ts'

const run = promisify(execFile)

/**
 * Puts a cluster aside that was copied from another folder before its server had ended: files that were read one after
 * the other while they changed do not fit together, and PostgreSQL cannot tell.
 * @returns where it is now; undefined when the cluster is in order, or there is none
 */
export async function putAsideTornCopy(cluster: Cluster): Promise<string | undefined> {
  const inode = await inodeOf(cluster.folder)
  if (inode === undefined) return undefined
  // Two starts at once may both come here. By its name this is the one that was looked at, and no later one.
  const aside = `${cluster.folder}-copied-${inode}`
  try {
    if (!(await isTornCopy(cluster))) return undefined
    await rename(cluster.folder, aside)
    return aside
  } catch (error) {
    if (await isThere(aside)) return undefined
    throw error
  }
}

/** Makes this folder the cluster's home: of one that was made, moved or copied here. */
export async function moveIn(cluster: Cluster): Promise<void> {
  const {
    folder,
    user: { uid, gid },
  } = cluster
  // Who copies as root owns the copy; PostgreSQL wants its data to be its own.
  if (uid !== undefined && (await stat(dataFolder(cluster))).uid === 0)
    await run('chown', ['-R', `${uid}:${gid ?? uid}`, folder])
  const home = await homeOf(folder)
  if ((await readHome(folder)) !== home) await writeFile(homeFile(folder), home)
}

async function isTornCopy(cluster: Cluster): Promise<boolean> {
  if (!(await isLocked(cluster))) return false
  const server = await findServer(cluster)
  if (typeof server === 'number') return false
  return server === 'elsewhere' || !(await isAtHome(cluster.folder))
}

/** A folder that was moved has its inode still, and one on a disk without lasting inodes its path; a copy has neither. */
async function isAtHome(folder: string): Promise<boolean> {
  const [kept, now] = [await readHome(folder), await homeOf(folder)]
  // Made before there was such a file.
  if (kept === '') return true
  const [keptPath, keptInode] = kept.split('\n')
  const [nowPath, nowInode] = now.split('\n')
  return keptPath === nowPath || keptInode === nowInode
}

async function homeOf(folder: string): Promise<string> {
  return `${await realpath(folder)}\n${await inodeOf(folder)}\n`
}

function readHome(folder: string): Promise<string> {
  return readFile(homeFile(folder), 'utf8').catch(() => '')
}

function homeFile(folder: string): string {
  return path.join(folder, 'home')
}

async function inodeOf(folder: string): Promise<string | undefined> {
  const found = await stat(folder, { bigint: true }).catch(() => undefined)
  return found && String(found.ino)
}
