import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { postgresUser } from '../../scripts/support/postgres-binaries.ts'
import { freePort } from './app.ts'
import { query } from './script.ts'

const run = promisify(execFile)

/** The folder with the programs of Debian's PostgreSQL 15. */
export const POSTGRES_15 = '/usr/lib/postgresql/15/bin'

/** Whether the package is installed. */
export const hasDebianPostgres = existsSync(POSTGRES_15)

/** Debian's PostgreSQL 15, with its data in a folder of its own. */
export interface DebianPostgres {
  /** Creates an empty database. @returns its URL with a role that owns it and has no other rights */
  makeDatabase: (name: string) => Promise<string>
  /** The URL with the superuser. */
  adminUrl: string
  /** The folder of its socket. */
  socketFolder: string
  remove: () => Promise<void>
}

export async function startDebianPostgres(): Promise<DebianPostgres> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-debian-'))
  const user = await postgresUser()
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid ?? user.uid)
  const port = await freePort()
  const call = (program: string, ...args: string[]) =>
    run(path.join(POSTGRES_15, program), [`--pgdata=${folder}/data`, ...args], { ...user, cwd: folder })
  await call('initdb', '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8')
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`
  await call('pg_ctl', 'start', '--wait', `--log=${folder}/log`, `--options=${options}`)
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  await query(adminUrl, 'create role latchkey login nosuperuser nocreatedb nocreaterole')
  return {
    makeDatabase: async (name) => {
      await query(adminUrl, `create database ${name} template template0 owner latchkey`)
      return `postgres://latchkey@127.0.0.1:${port}/${name}`
    },
    adminUrl,
    socketFolder: folder,
    remove: async () => {
      await call('pg_ctl', 'stop', '--mode=immediate')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
