import { AppError, type ErrorCode } from '#lib/app-error.ts'

/** A refusal of the database that is reported to callers. */
export interface Violation {
  /** The SQLSTATE that the database returns. */
  code: string
  constraint?: string
  /** The error that callers receive instead. */
  error: ErrorCode
  field?: string
}

const UNIQUE = '23505'

/** Returns the violation for a value that is already taken, by the name of the unique index that refuses it. */
export function uniqueViolation(constraint: string, field: string): Violation {
  return { code: UNIQUE, constraint, error: 'TAKEN', field }
}

/** The violation for a reference to a row that no longer exists, reported as NOT_FOUND. */
export const missingReference: Violation = { code: '23503', error: 'NOT_FOUND' }

/** The refusal of the trigger `keep_an_administrator`. */
export const lastAdministrator: Violation = { code: 'LK002', error: 'LAST_ADMINISTRATOR' }

/**
 * Runs a change, and throws violations of these rules as errors for callers. The database decides, because two changes can
 * arrive at the same time.
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
