import { execFile } from 'node:child_process'
import { readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { dataFolder, type Cluster } from './postgres-cluster.ts'
import { fileExists } from './probes.ts'
import { findServer, hasLockFile } from './running-server.ts'

const run = promisify(execFile)

/**
 * Renames a cluster that was copied from another folder while its server was running. Such a copy can be inconsistent,
 * because its files changed during the copy, and PostgreSQL cannot detect that.
 * @returns the new folder; undefined if the cluster is consistent or does not exist
 */
export async function setAsideInconsistentCopy(cluster: Cluster): Promise<string | undefined> {
  const inode = await inodeOf(cluster.folder)
  if (inode === undefined) return undefined
  // Two processes that start at once can both get here. The inode in the name identifies the folder that was checked.
  const aside = `${cluster.folder}-copied-${inode}`
  try {
    if (!(await isInconsistentCopy(cluster))) return undefined
    await rename(cluster.folder, aside)
    return aside
  } catch (error) {
    if (await fileExists(aside)) return undefined
    throw error
  }
}

/** Records the cluster's path and inode as its home, after the cluster was created, moved or copied. */
export async function recordClusterHome(cluster: Cluster): Promise<void> {
  const {
    folder,
    user: { uid, gid },
  } = cluster
  // A copy made by root belongs to root, but PostgreSQL requires that its own user owns the data.
  if (uid !== undefined && (await stat(dataFolder(cluster))).uid === 0)
    await run('chown', ['-R', `${uid}:${gid ?? uid}`, folder])
  const home = await homeOf(folder)
  if ((await readHome(folder)) !== home) await writeFile(homeFile(folder), home)
}

async function isInconsistentCopy(cluster: Cluster): Promise<boolean> {
  if (!(await hasLockFile(cluster))) return false
  const server = await findServer(cluster)
  if (typeof server === 'number') return false
  return server === 'elsewhere' || !(await isOriginal(cluster.folder))
}

/** Whether the cluster is the original, with the recorded path or inode. A copy has another path and another inode. */
async function isOriginal(folder: string): Promise<boolean> {
  const [kept, now] = [await readHome(folder), await homeOf(folder)]
  // Clusters of early releases have no recorded home. They count as originals.
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
