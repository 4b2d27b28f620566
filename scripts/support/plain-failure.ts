import { UnrestrictedRoleError } from '../database/rights.ts'
import { UnsupportedPostgresError } from '../database/server-version.ts'
import { EnvironmentError } from '#env/environment.server.ts'

/** A failure that the user can fix. The message is printed without a stack trace. */
export class PlainFailure extends Error {}

/** PostgreSQL's error code for a missing right. The error's message names the object. */
const LACKS_RIGHT = '42501'

/** Reasons why the database cannot be used, by the error code of PostgreSQL or its driver. */
const DATABASE_FAILURES: Record<string, string> = {
  ECONNREFUSED: 'no server is listening there',
  ECONNRESET: 'the connection was closed',
  CONNECTION_CLOSED: 'the connection was closed',
  CONNECTION_ENDED: 'the connection was closed',
  ENOTFOUND: "the host wasn't found",
  EAI_AGAIN: "the host name couldn't be resolved",
  ETIMEDOUT: "the server doesn't respond",
  CONNECT_TIMEOUT: "the server doesn't respond",
  '28P01': 'the password is wrong',
  '28000': 'the server rejects this user',
  '3D000': "the database doesn't exist",
  '57P03': "the server isn't ready yet",
  [LACKS_RIGHT]: 'its role lacks a permission',
  '55P03': 'a table that must change has been locked for too long, perhaps by an open transaction',
}

const PLAIN_ERRORS = [PlainFailure, EnvironmentError, UnrestrictedRoleError, UnsupportedPostgresError]

/** PostgreSQL's codes for a table, column, index, function or type that already exists when a migration creates it. */
const ALREADY_EXISTS = new Set(['42P07', '42701', '42710', '42723'])

/** Returns the output for a failure: a sentence if the user can fix the failure, otherwise the error with its stack trace. */
export function describeFailure(error: unknown): unknown {
  if (PLAIN_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string }
    if (code !== undefined && ALREADY_EXISTS.has(code))
      return `The database wasn't created by these migrations (${code}). To delete all of its data and start over: npm run db:reset`
    const reason = code === undefined ? undefined : DATABASE_FAILURES[code]
    if (reason !== undefined) {
      const name = process.env.DATABASE_OWNER_URL ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'
      const which = code === LACKS_RIGHT ? `\nPostgreSQL says: ${cause.message}` : ''
      return `Can't use the database in ${name}: ${reason} (${code}).${which}`
    }
  }
  return error
}
