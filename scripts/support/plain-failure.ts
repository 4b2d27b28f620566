import { BoundlessRoleError } from '#db/rights.ts'
import { UnsupportedPostgres } from '#db/server-version.ts'
import { EnvironmentError } from '#env/environment.server.ts'

/** A failure that its reader can do something about: told in its own words, without a stack. */
export class PlainFailure extends Error {}

/** What PostgreSQL and its driver say when DATABASE_URL leads nowhere. */
const DATABASE_FAILURES: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  CONNECTION_CLOSED: 'the connection was cut',
  CONNECTION_ENDED: 'the connection was cut',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its host could not be looked up',
  ETIMEDOUT: 'it does not answer',
  CONNECT_TIMEOUT: 'it does not answer',
  '28P01': 'the password is wrong',
  '28000': 'it refuses this user',
  '3D000': 'there is no database of this name',
  '57P03': 'it is not ready yet',
  '42501': 'its role lacks a right',
  '55P03': 'a table that has to change is in use for long, by a transaction that was left open perhaps',
}

const PLAIN = [PlainFailure, EnvironmentError, BoundlessRoleError, UnsupportedPostgres]

/** A table, column, index, function or type that a migration makes and that is there already. */
const IS_THERE_ALREADY = new Set(['42P07', '42701', '42710', '42723'])

/** Returns what to print of a failure: a sentence where the reader can mend it, else the error with its stack. */
export function plainWords(error: unknown): unknown {
  if (PLAIN.some((kind) => error instanceof kind)) return (error as Error).message
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string }
    if (code !== undefined && IS_THERE_ALREADY.has(code))
      return `The database was not made by these migrations (${code}). To start over and lose what it holds: npm run db:reset`
    const reason = code === undefined ? undefined : DATABASE_FAILURES[code]
    if (reason !== undefined) {
      const name = process.env.DATABASE_OWNER_URL ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'
      return `The database that ${name} names cannot be used: ${reason} (${code}).${sentenceOf(cause)}`
    }
  }
  return error
}

/** The sentence of PostgreSQL about a failure, which names what it is about; empty where the driver has noticed it. */
function sentenceOf(cause: Error): string {
  return 'severity' in cause ? `\nPostgreSQL says: ${cause.message}` : ''
}
