import type * as z from 'zod/mini'
import { AppError } from '#lib/app-error.ts'
import { readFields } from './form-fields.ts'
import { numbersOf, type RuleNumbers } from './broken-rule.ts'
import { checkInput } from './validation-message.ts'

/**
 * Makes a validator for a server function, which passes what the schema makes of the input, an object or a form.
 * @throws {AppError} INVALID_INPUT with the message key of each wrong field; NOT_FOUND where nothing is wrong but an id
 */
export function validate<Schema extends z.ZodMiniType>(schema: Schema): (input: unknown) => z.output<Schema> {
  return (input) => {
    const parsed = checkInput(schema, input instanceof FormData ? fieldsOf(schema, input) : input)
    if (parsed.success) return parsed.data
    const { issues } = parsed.error
    if (issues.every(({ message }) => message === 'NOT_FOUND')) throw new AppError('NOT_FOUND')
    const fields = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
    throw new AppError('INVALID_INPUT', { fields, ...numbersIn(issues) })
  }
}

/** The fields of a form that no script sent: as a person of its language typed them. */
function fieldsOf(schema: z.ZodMiniType, form: FormData): Record<string, FormDataEntryValue> {
  const { typedIn, ...fields } = Object.fromEntries(form)
  return typeof typedIn === 'string' && /^[a-z]{2}$/.test(typedIn) ? readFields(schema, fields, typedIn) : fields
}

/** The numbers of the rules that have some, by field: nothing where none has. */
function numbersIn(issues: z.core.$ZodIssue[]): { numbers?: Record<string, RuleNumbers> } {
  const told = issues.map((issue) => [issue.path.join('.'), numbersOf(issue)] as const)
  const numbers = told.filter(([, { count }]) => count !== undefined)
  return numbers.length === 0 ? {} : { numbers: Object.fromEntries(numbers) }
}
