import { BoundlessRoleError } from '#db/rights.ts'
import { UnsupportedPostgres } from '#db/server-version.ts'
import { EnvironmentError } from '#env/environment.server.ts'

/** A failure that its reader can do something about: told in its own words, without a stack. */
export class PlainFailure extends Error {}

/** The code of PostgreSQL for a right that is missing: its own sentence names which one. */
const LACKS_RIGHT = '42501'

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
  [LACKS_RIGHT]: 'its role lacks a right',
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
      const which = code === LACKS_RIGHT ? `\nPostgreSQL says: ${cause.message}` : ''
      return `The database that ${name} names cannot be used: ${reason} (${code}).${which}`
    }
  }
  return error
}
