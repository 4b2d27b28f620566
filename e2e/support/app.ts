import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type postgres from 'postgres'
import { openClient } from '#db/connect.ts'
import { freePort } from '../../scripts/support/free-port.ts'
import { urlWithDatabase, createDatabase } from '#db/test-template.ts'
import { MailServer } from './mail-server.ts'

const SERVE = fileURLToPath(new URL('../../dist/server/serve.js', import.meta.url))
/** The default secret of an app under test. */
export const SECRET = 'a-secret-for-tests-0123456789-abcdefghij'

/** The production build, running on real services: its own database, and mail over SMTP. */
export interface App {
  url: string
  mail: MailServer
  /** A client with the role that owns the tables and has more rights than the role of the product. */
  sql: postgres.Sql
  /** The URL with the product's role. */
  databaseUrl: string
  /** The secret that signs the app's cookies. */
  secret: string
  /** The URL with the role that owns the tables. */
  ownerUrl: string
  /** Everything the server wrote to its log. */
  log: () => string
  process: ChildProcess
  /** Starts another node of the same system: same database, same secret, same mail server. */
  startNode: (env?: Record<string, string>) => Promise<App>
  stop: () => Promise<void>
}

/**
 * Starts the production build with a database of its own, and with `env` in addition to the required settings.
 * @param options.databaseUrl a migrated database; by default a new one with sample data
 * @param options.ownerUrl the same database with the role that owns its tables, if that is another role
 * @param options.stdout an open file that receives the log instead of `log()`
 * @param options.byWayOf returns the URL by which the product must reach its database
 */
export async function startApp(
  env: Record<string, string> = {},
  options: {
    databaseUrl?: string
    ownerUrl?: string
    stdout?: number
    byWayOf?: (databaseUrl: string) => Promise<string>
  } = {},
): Promise<App> {
  const ownerUrl = options.ownerUrl ?? options.databaseUrl ?? (await copyOfTemplate())
  const direct = options.databaseUrl ?? asApp(ownerUrl)
  const databaseUrl = (await options.byWayOf?.(direct)) ?? direct
  const mail = new MailServer()
  await mail.start()
  const app = await startNode({ ownerUrl, databaseUrl }, mail, env, options.stdout)
  return {
    ...app,
    stop: async () => {
      await app.stop()
      await mail.stop()
    },
  }
}

interface Roles {
  databaseUrl: string
  /** The URL with which tests read and change the tables. */
  ownerUrl: string
}

async function startNode(
  roles: Roles,
  mail: MailServer,
  env: Record<string, string>,
  stdout: number | 'pipe' = 'pipe',
): Promise<App> {
  const { databaseUrl, ownerUrl } = roles
  const port = await freePort()
  const url = env.APP_URL ?? `http://localhost:${port}`
  const lines: string[] = []
  const child = fork(SERVE, {
    stdio: ['ignore', stdout, 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      APP_URL: url,
      ...databaseSettings(databaseUrl),
      BETTER_AUTH_SECRET: SECRET,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      EMAIL_FROM: 'Latchkey <no-reply@example.com>',
      ADMIN_EMAILS: 'chief@example.com',
      // Every test sends a client address of its own, so that tests don't use up each other's rate limits.
      TRUSTED_PROXIES: '127.0.0.1',
      ...env,
    },
  })
  // A failed test might leave its server behind.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  child.stdout?.on('data', (chunk) => lines.push(String(chunk)))
  child.stderr?.on('data', (chunk) => lines.push(String(chunk)))
  const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown]
  if (message !== 'listening') throw new Error(`the server did not start:\n${lines.join('')}`)

  let isStopping = false
  child.once('exit', (code) => {
    if (!isStopping && code !== null && code > 0)
      console.error(`the server ended by itself (${code}):\n${lines.slice(-20).join('')}`)
  })
  const sql = openClient(ownerUrl, { max: 2 })
  return {
    url: `http://localhost:${port}`,
    mail,
    sql,
    databaseUrl,
    ownerUrl,
    secret: env.BETTER_AUTH_SECRET ?? SECRET,
    log: () => lines.join(''),
    process: child,
    startNode: (more = {}) => startNode(roles, mail, { ...env, ...more }),
    stop: async () => {
      isStopping = true
      await sql.end({ timeout: 2 })
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Returns a random IP address of the network for benchmarks, for X-Forwarded-For. */
export function someAddress(): string {
  return `198.${randomInt(18, 20)}.${randomInt(0, 256)}.${randomInt(1, 255)}`
}

/** Returns an email address that no other user has. */
export function someEmail(name = 'someone'): string {
  return `${name}-${randomBytes(5).toString('hex')}@example.com`
}

/** Returns the settings for a database, through PgBouncer if it is in front of the tests' shared server. */
function databaseSettings(databaseUrl: string): Record<string, string> {
  const { E2E_POOLER_PORT: port, E2E_DATABASE_SERVER: server = '' } = process.env
  // Connect directly if there is no PgBouncer, or if the test has started this database server itself.
  if (port === undefined || !databaseUrl.includes(`@${new URL(server).host}/`)) return { DATABASE_URL: databaseUrl }
  const pooled = new URL(databaseUrl)
  pooled.port = port
  return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: databaseUrl }
}

async function copyOfTemplate(): Promise<string> {
  const server = { adminUrl: process.env.E2E_DATABASE_SERVER ?? '', ownerUrl: process.env.E2E_OWNER_SERVER ?? '' }
  const name = `app_${randomBytes(6).toString('hex')}`
  await createDatabase(server, name)
  return urlWithDatabase(server.ownerUrl, name)
}

/** Returns a test database's URL with the superuser, who can do what neither the product nor the tables' owner can. */
export function superuserUrl(databaseUrl: string): string {
  return urlWithDatabase(process.env.E2E_DATABASE_SERVER ?? '', new URL(databaseUrl).pathname.slice(1))
}

/** Returns a database's URL with the role of the product. */
function asApp(ownerUrl: string): string {
  return urlWithDatabase(process.env.E2E_APP_SERVER ?? '', new URL(ownerUrl).pathname.slice(1))
}

export { freePort }
