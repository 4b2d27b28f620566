import { AppError, type ErrorCode } from '#lib/app-error.ts'
import { causesOf } from '#lib/causes.ts'

/** A database error that is reported to callers as an error code. */
export interface Violation {
  /** The SQLSTATE that the database returns. */
  code: string
  constraint?: string
  /** The error that callers receive instead. */
  error: ErrorCode
  field?: string
}

const UNIQUE = '23505'

/** Returns the violation for a value that another row already has. @param constraint the name of the unique index */
export function uniqueViolation(constraint: string, field: string): Violation {
  return { code: UNIQUE, constraint, error: 'TAKEN', field }
}

/** The violation for a reference to a row that no longer exists, reported as NOT_FOUND. */
export const foreignKeyViolation: Violation = { code: '23503', error: 'NOT_FOUND' }

/** The violation for removing the last administrator, raised by the trigger `keep_an_administrator`. */
export const lastAdministratorViolation: Violation = { code: 'LK002', error: 'LAST_ADMINISTRATOR' }

/**
 * Runs a change, and throws these violations as errors for callers. Relies on the database's constraints, because a check before
 * the change would miss concurrent changes.
 * @throws {AppError} the error of the violation; other errors are thrown unchanged
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
  return causesOf(error).some((cause) => {
    const name = 'constraint_name' in cause ? cause.constraint_name : undefined
    return cause.code === code && (constraint === undefined || name === constraint)
  })
}
