import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type postgres from 'postgres'
import { openClient } from '#db/connect.ts'
import { freePort } from '#db/test-program.ts'
import { at, createDatabase } from '#db/test-template.ts'
import { MailServer } from './mail-server.ts'

const SERVE = fileURLToPath(new URL('../../dist/server/serve.js', import.meta.url))
/** The secret of every app under test that is given no other. */
export const SECRET = 'a-secret-for-tests-0123456789-abcdefghij'

/** The production build running on the real thing: its own database, mail over SMTP. */
export interface App {
  url: string
  mail: MailServer
  /** As the owner of the tables, who may do what the product may not. */
  sql: postgres.Sql
  /** As the product signs in. */
  databaseUrl: string
  /** Signs its cookies. */
  secret: string
  /** As the owner of the tables signs in. */
  ownerUrl: string
  /** Everything the server wrote to its log. */
  log: () => string
  process: ChildProcess
  /** Another node of the same system: same database, same secret, same mail server. */
  startNode: (env?: Record<string, string>) => Promise<App>
  stop: () => Promise<void>
}

/**
 * Starts the production build with a database of its own; `env` comes on top of the settings it needs.
 * @param options.databaseUrl a migrated database; a new one with sample data where it is left out
 * @param options.ownerUrl the same one for whoever owns its tables, where that is another role
 * @param options.stdout an open file that its log goes to, in place of `log()`
 * @param options.byWayOf tells the URL by which the product shall reach its database
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
  /** As tests look at and change its tables. */
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
      ...waysTo(databaseUrl),
      BETTER_AUTH_SECRET: SECRET,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      EMAIL_FROM: 'Latchkey <no-reply@example.com>',
      ADMIN_EMAILS: 'chief@example.com',
      // Every test is a visitor with an address of its own, so that they do not use up each other's limits.
      TRUSTED_PROXIES: '127.0.0.1',
      ...env,
    },
  })
  // A test that fails may leave its server behind.
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

/** An address of the documentation network, for X-Forwarded-For. */
export function someAddress(): string {
  return `198.${randomInt(18, 20)}.${randomInt(0, 256)}.${randomInt(1, 255)}`
}

/** An e-mail address that nobody had before. */
export function someEmail(name = 'someone'): string {
  return `${name}-${randomBytes(5).toString('hex')}@example.com`
}

/** Where PgBouncer stands in front of the server of all tests, it is in between. */
function waysTo(databaseUrl: string): Record<string, string> {
  const { E2E_POOLER_PORT: port, E2E_DATABASE_SERVER: server = '' } = process.env
  // Those of tests that bring a server of their own are reached as they are.
  if (port === undefined || !databaseUrl.includes(`@${new URL(server).host}/`)) return { DATABASE_URL: databaseUrl }
  const pooled = new URL(databaseUrl)
  pooled.port = port
  return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: databaseUrl }
}

async function copyOfTemplate(): Promise<string> {
  const server = { adminUrl: process.env.E2E_DATABASE_SERVER ?? '', ownerUrl: process.env.E2E_OWNER_SERVER ?? '' }
  const name = `app_${randomBytes(6).toString('hex')}`
  await createDatabase(server, name)
  return at(server.ownerUrl, name)
}

/** A database of the tests as the superuser signs in, for what neither the product nor the owner of its tables may do. */
export function asAdmin(databaseUrl: string): string {
  return at(process.env.E2E_DATABASE_SERVER ?? '', new URL(databaseUrl).pathname.slice(1))
}

/** A database as the product signs in to it. */
function asApp(ownerUrl: string): string {
  return at(process.env.E2E_APP_SERVER ?? '', new URL(ownerUrl).pathname.slice(1))
}

export { freePort }
