import { setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'
import { openClient } from './connect.ts'

/** How to reach a database, as far as its use depends on it. */
interface Ways {
  /** To PostgreSQL itself, as far as anybody knows. */
  databaseUrl: string
  /** Through a pooler; undefined where there is none. */
  pooledUrl: string | undefined
}

/** The longest to be told, in milliseconds. */
const DEADLINE_MS = 4_000
/** How often a database that does not answer yet is asked again, in milliseconds. */
const ASK_AGAIN_MS = 1_000
/** A time limit that nobody else sets, for seeing whether what a connection is opened with reaches the database. */
const ODD_LIMIT_MS = 2_987

const BAD_STARTUP = '08P01'
/** The words of Node.js where a server that has no TLS hangs up at the beginning of it. */
const NO_TLS = 'before secure TLS connection was established'
const BAD_CERTIFICATE = /CERT|VERIFY_LEAF|ISSUER/

/** What is known of a database's use. */
interface Finding {
  /** False where nobody answers: what comes and goes is no fault of the settings. */
  isKnown: boolean
  hindrance?: string
}

/**
 * Says why a database cannot be used in the way that the settings name, in a sentence for whoever can mend them.
 * Undefined where nothing speaks against it, or nobody answers.
 */
export async function whatHindersUse(ways: Ways): Promise<string | undefined> {
  return (await lookAt(ways)).hindrance
}

/** Says what hinders the use of a database that may be away, once it answers; waiting for it keeps no process alive. */
export async function whatHindersUseOnceThere(ways: Ways): Promise<string | undefined> {
  for (;;) {
    const { isKnown, hindrance } = await lookAt(ways)
    if (isKnown || hindrance !== undefined) return hindrance
    await pause(ASK_AGAIN_MS, undefined, { ref: false })
  }
}

async function lookAt({ databaseUrl, pooledUrl }: Ways): Promise<Finding> {
  if (pooledUrl === undefined) return find('DATABASE_URL', databaseUrl, POOLER_UNKNOWN)
  const findings = await Promise.all([
    find('DATABASE_DIRECT_URL', databaseUrl, POOLER_TWICE),
    find('DATABASE_URL', pooledUrl),
  ])
  const hindrance = findings.find((one) => one.hindrance !== undefined)?.hindrance
  return { isKnown: findings.every(({ isKnown }) => isKnown), ...(hindrance !== undefined && { hindrance }) }
}

const POOLER_UNKNOWN =
  'DATABASE_URL leads to a pooler like PgBouncer. Name the way around it, to PostgreSQL itself, by DATABASE_DIRECT_URL: migrations and the job worker need it. docs/scaling.md has the rest.'
const POOLER_TWICE = 'DATABASE_DIRECT_URL leads to a pooler, too: it has to lead to PostgreSQL itself.'

/** @param poolerIsWrong what to say of a pooler; left out where one is expected */
async function find(name: string, url: string, poolerIsWrong?: string): Promise<Finding> {
  let client: postgres.Sql | undefined
  const deadline = setTimeout(() => void client?.end({ timeout: 0 }), DEADLINE_MS)
  try {
    const connection = poolerIsWrong === undefined ? {} : { statement_timeout: ODD_LIMIT_MS }
    client = openClient(url, { max: 1, connect_timeout: 3, fetch_types: false, connection })
    const [row] = await client.unsafe<{ limit: string }[]>(`select current_setting('statement_timeout') as limit`)
    return finding(row?.limit === `${ODD_LIMIT_MS}ms` ? undefined : poolerIsWrong)
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    if (code === BAD_STARTUP) return finding(poolerIsWrong)
    const hindrance = whatIsWrongWithTls(name, url, { code, message })
    return hindrance === undefined ? { isKnown: false } : finding(hindrance)
  } finally {
    clearTimeout(deadline)
    void client?.end({ timeout: 1 })
  }
}

function finding(hindrance: string | undefined): Finding {
  return hindrance === undefined ? { isKnown: true } : { isKnown: true, hindrance }
}

function whatIsWrongWithTls(name: string, url: string, { code, message }: { code: string; message: string }) {
  if (message.includes(NO_TLS)) return `${name} wants TLS by its sslmode, and the server has none: mend one of them.`
  if (code === 'ENOENT' && url.includes('sslrootcert')) return `${name} names a file as sslrootcert that is not there.`
  return BAD_CERTIFICATE.test(code) ? `${name} wants a certificate that the server does not have (${code}).` : undefined
}
