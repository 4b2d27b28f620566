import type * as z from 'zod/mini'
import { AppError } from '#lib/app-error.ts'

/**
 * Makes a validator for a server function, which passes what the schema makes of the input, an object or a form.
 * @throws {AppError} INVALID_INPUT with the message key of each wrong field; NOT_FOUND where nothing is wrong but an id
 */
export function validate<Schema extends z.ZodMiniType>(schema: Schema): (input: unknown) => z.output<Schema> {
  return (input) => {
    const parsed = schema.safeParse(input instanceof FormData ? Object.fromEntries(input) : input)
    if (parsed.success) return parsed.data
    const { issues } = parsed.error
    if (issues.every(({ message }) => message === 'NOT_FOUND')) throw new AppError('NOT_FOUND')
    const fields = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), messageKey(message)]))
    throw new AppError('INVALID_INPUT', { fields })
  }
}

/** The key that a rule of ours gives as its message; what no form sends meets a rule without one, whose own words are for nobody. */
function messageKey(message: string): string {
  return /^[a-zA-Z]+$/.test(message) ? message : 'INVALID_INPUT'
}
