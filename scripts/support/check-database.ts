import { setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'
import { openClient } from '#db/connect.ts'

/** The connection URLs to check: direct and through a pooler. */
interface CheckedUrls {
  /** The URL that should connect directly to PostgreSQL. */
  databaseUrl: string
  /** The URL of a pooler; undefined if there is no pooler. */
  pooledUrl: string | undefined
}

/** The time limit of a check, in milliseconds. */
const DEADLINE_MS = 4_000
/** Milliseconds between checks of a database that does not respond yet. */
const RETRY_MS = 1_000
/** An unusual statement timeout. The check sets and reads it, to see whether connection parameters reach the database. */
const MARKER_TIMEOUT_MS = 2_987

const PROTOCOL_VIOLATION = '08P01'
/** The error message of Node.js if a server without TLS disconnects at the start of the handshake. */
const NO_TLS = 'before secure TLS connection was established'
const BAD_CERTIFICATE = /CERT|VERIFY_LEAF|ISSUER/

/** The result of a check. */
interface DatabaseCheck {
  /** Whether the database responded. An outage is not a problem of the settings. */
  isKnown: boolean
  problem?: string
}

/**
 * Returns a sentence for administrators that explains why a database cannot be used with these settings.
 * Returns undefined if there is no problem or the database does not respond.
 */
export async function findDatabaseProblem(urls: CheckedUrls): Promise<string | undefined> {
  return (await checkUrls(urls)).problem
}

/** Waits until the database responds, and returns its problem, if any. The timer does not prevent the process from exiting. */
export async function waitForDatabaseProblem(urls: CheckedUrls): Promise<string | undefined> {
  for (;;) {
    const { isKnown, problem } = await checkUrls(urls)
    if (isKnown || problem !== undefined) return problem
    await pause(RETRY_MS, undefined, { ref: false })
  }
}

async function checkUrls({ databaseUrl, pooledUrl }: CheckedUrls): Promise<DatabaseCheck> {
  if (pooledUrl === undefined) return checkUrl('DATABASE_URL', databaseUrl, POOLER_UNKNOWN)
  const checks = await Promise.all([
    checkUrl('DATABASE_DIRECT_URL', databaseUrl, POOLER_TWICE),
    checkUrl('DATABASE_URL', pooledUrl),
  ])
  const problem = checks.find((one) => one.problem !== undefined)?.problem
  return { isKnown: checks.every(({ isKnown }) => isKnown), ...(problem !== undefined && { problem }) }
}

const POOLER_UNKNOWN =
  'DATABASE_URL points to a pooler such as PgBouncer. Set DATABASE_DIRECT_URL to PostgreSQL itself, because migrations and the job worker need it. See docs/scaling.md.'
const POOLER_TWICE = 'DATABASE_DIRECT_URL points to a pooler, too. Set it to PostgreSQL itself.'

/** Checks one URL. @param poolerIsWrong the problem if the URL leads to a pooler; absent if a pooler is expected */
async function checkUrl(name: string, url: string, poolerIsWrong?: string): Promise<DatabaseCheck> {
  let client: postgres.Sql | undefined
  const deadline = setTimeout(() => void client?.end({ timeout: 0 }), DEADLINE_MS)
  try {
    const connection = poolerIsWrong === undefined ? {} : { statement_timeout: MARKER_TIMEOUT_MS }
    client = openClient(url, { max: 1, connect_timeout: 3, fetch_types: false, connection })
    const [row] = await client.unsafe<{ limit: string }[]>(`select current_setting('statement_timeout') as limit`)
    return checkResult(row?.limit === `${MARKER_TIMEOUT_MS}ms` ? undefined : poolerIsWrong)
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    if (code === PROTOCOL_VIOLATION) return checkResult(poolerIsWrong)
    const problem = findTlsProblem(name, url, { code, message })
    return problem === undefined ? { isKnown: false } : checkResult(problem)
  } finally {
    clearTimeout(deadline)
    void client?.end({ timeout: 1 })
  }
}

function checkResult(problem: string | undefined): DatabaseCheck {
  return problem === undefined ? { isKnown: true } : { isKnown: true, problem }
}

function findTlsProblem(name: string, url: string, { code, message }: { code: string; message: string }) {
  if (message.includes(NO_TLS))
    return `The sslmode in ${name} requires TLS, but the server doesn't support it. Change one of them.`
  if (code === 'ENOENT' && url.includes('sslrootcert')) return `The sslrootcert file in ${name} doesn't exist.`
  return BAD_CERTIFICATE.test(code) ? `The server's certificate isn't valid for ${name} (${code}).` : undefined
}
