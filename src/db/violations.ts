import { AppError, type ErrorCode } from '#lib/app-error.ts'

/** A refusal of the database that callers can be told about. */
export interface Violation {
  /** The SQLSTATE that the database answers with. */
  code: string
  constraint?: string
  /** What callers are told instead. */
  error: ErrorCode
  field?: string
}

const UNIQUE = '23505'

/** A value that somebody else has already, by the name of the unique index that refused it. */
export function uniqueViolation(constraint: string, field: string): Violation {
  return { code: UNIQUE, constraint, error: 'TAKEN', field }
}

/** A row that refers to another, which is gone by now: callers are told NOT_FOUND. */
export const missingReference: Violation = { code: '23503', error: 'NOT_FOUND' }

/** The refusal of the trigger `keep_an_administrator`. */
export const lastAdministrator: Violation = { code: 'LK002', error: 'LAST_ADMINISTRATOR' }

/**
 * Runs a change; what the database refuses by one of these rules is thrown as what callers are told. The database decides,
 * for two changes may arrive together.
 * @throws {AppError}
 */
export async function mapDatabaseErrors<T>(violations: Violation[], change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    const found = violations.find((violation) => isViolation(error, violation))
    throw found ? new AppError(found.error, found.field === undefined ? {} : { field: found.field }) : error
  }
}

function isViolation(error: unknown, { code, constraint }: Violation): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code: actual, constraint_name: name } = cause as Error & { code?: string; constraint_name?: string }
    if (actual === code && (constraint === undefined || name === constraint)) return true
  }
  return false
}
