import { readFileSync } from 'node:fs'
import { openClient } from '#db/connect.ts'
import { freePort } from '../../scripts/support/free-port.ts'
import { isInstalled, runProgram } from '#db/test-program.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const DEPLOYED_CONFIG = new URL('../../deploy/compose/pgbouncer.ini', import.meta.url)

/** A PgBouncer that runs for a test. */
export interface Pooler extends AsyncDisposable {
  /** Returns the URL that connects to a database through the pooler. */
  urlOf: (databaseUrl: string) => string
}

interface Settings {
  mode?: 'transaction' | 'session'
  /** Startup parameters that the pooler silently drops. */
  ignored?: string
  /** The number of database connections that all clients share. */
  size?: number
  /** The port to listen on; a free port if omitted. */
  port?: number
}

/** Whether PgBouncer is installed here. */
export const hasPgBouncer = isInstalled(PGBOUNCER)

/** Starts PgBouncer in front of all databases on the server of this URL. */
export async function startPooler(serverUrl: string, settings: Settings = {}): Promise<Pooler> {
  const port = settings.port ?? (await freePort())
  const urlOf = (databaseUrl: string) => {
    const url = new URL(databaseUrl)
    url.port = String(port)
    return url.href
  }
  const running = await runPgBouncer(configuration(new URL(serverUrl), port, settings), urlOf(serverUrl))
  return Object.assign(running, { urlOf })
}

/** Starts PgBouncer with the configuration file that operators copy, in front of one database. */
export async function startDeployedPooler(databaseUrl: string): Promise<Pooler> {
  const port = await freePort()
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl)
  const database = pathname.slice(1)
  const there = `host=${hostname} port=${databasePort} dbname=${database} user=${username} password=${password}`
  const configuration = readFileSync(DEPLOYED_CONFIG, 'utf8')
    .replaceAll(/host=\w+ port=5432 dbname=latchkey user=latchkey/g, there)
    .replace('listen_port = 6432', `listen_port = ${port}`)
  const url = `postgres://latchkey:secret@127.0.0.1:${port}/latchkey`
  const running = await runPgBouncer(configuration, url, { 'passwords.txt': '"latchkey" "secret"\n' })
  return Object.assign(running, { urlOf: () => url })
}

/** Runs PgBouncer with this configuration and other files in its folder. @param url a URL that connects through PgBouncer */
function runPgBouncer(
  configuration: string,
  url: string,
  others: Record<string, string> = {},
): Promise<AsyncDisposable> {
  // PgBouncer refuses to run as root.
  const asSomebody = process.getuid?.() === 0 ? ['--user=nobody'] : []
  return runProgram({
    file: PGBOUNCER,
    args: () => ['--quiet', ...asSomebody, 'pgbouncer.ini'],
    files: {
      'pgbouncer.ini': (folder) => configuration.replaceAll('/tmp/', `${folder}/`),
      ...Object.fromEntries(Object.entries(others).map(([name, text]) => [name, () => text])),
    },
    answers: () => canQuery(url),
  })
}

function configuration(server: URL, port: number, { mode = 'transaction', ignored = '', size = 4 }: Settings): string {
  return `
[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 1000
ignore_startup_parameters = extra_float_digits${ignored && `,${ignored}`}
`
}

async function canQuery(url: string): Promise<boolean> {
  const client = openClient(url, { max: 1, connect_timeout: 1, fetch_types: false })
  try {
    await client.unsafe('select 1')
    return true
  } finally {
    void client.end({ timeout: 0 })
  }
}
