import type * as z from 'zod/mini'
import { AppError } from '#lib/app-error.ts'
import { numbersOf, type RuleNumbers } from './broken-rule.ts'
import { checkInput } from './validation-message.ts'

/**
 * Makes a validator for a server function, which passes what the schema makes of the input, an object or a form.
 * @throws {AppError} INVALID_INPUT with the message key of each wrong field; NOT_FOUND where nothing is wrong but an id
 */
export function validate<Schema extends z.ZodMiniType>(schema: Schema): (input: unknown) => z.output<Schema> {
  return (input) => {
    const parsed = checkInput(schema, input instanceof FormData ? Object.fromEntries(input) : input)
    if (parsed.success) return parsed.data
    const { issues } = parsed.error
    if (issues.every(({ message }) => message === 'NOT_FOUND')) throw new AppError('NOT_FOUND')
    const fields = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
    throw new AppError('INVALID_INPUT', { fields, ...numbersIn(issues) })
  }
}

/** The numbers of the rules that have some, by field: nothing where none has. */
function numbersIn(issues: z.core.$ZodIssue[]): { numbers?: Record<string, RuleNumbers> } {
  const told = issues.map((issue) => [issue.path.join('.'), numbersOf(issue)] as const)
  const numbers = told.filter(([, { count }]) => count !== undefined)
  return numbers.length === 0 ? {} : { numbers: Object.fromEntries(numbers) }
}
