import type * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { AppError } from '#lib/app-error.ts'
import { parseTypedFields } from './form-fields.ts'
import { numbersOf, type RuleNumbers } from './validation-issue.ts'
import { checkInput } from './validation-message.ts'

/**
 * Returns a function that validates the input of a server function, an object or a form. It throws {AppError} INVALID_INPUT with
 * the message key of each invalid field, or NOT_FOUND if only IDs are invalid.
 */
export function validator<Schema extends z.ZodMiniType>(schema: Schema): (input: unknown) => z.output<Schema> {
  return (input) => {
    const parsed = checkInput(schema, input instanceof FormData ? fieldsOf(schema, input) : input)
    if (parsed.success) return parsed.data
    const { issues } = parsed.error
    if (issues.every(({ message }) => message === 'NOT_FOUND')) throw new AppError('NOT_FOUND')
    const fields = Object.fromEntries(
      issues.flatMap((issue) => fieldNamesOf(issue).map((name) => [name, issue.message])),
    )
    throw new AppError('INVALID_INPUT', { fields, ...numbersIn(issues) })
  }
}

/** Returns the fields of an issue: all unknown fields, or the invalid one. */
function fieldNamesOf(issue: z.core.$ZodIssue): string[] {
  return issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
}

/** Returns the fields of a form that was sent without JavaScript, parsed in its language. */
function fieldsOf(schema: z.ZodMiniType, form: FormData): Record<string, FormDataEntryValue> {
  const { typedIn, ...fields } = Object.fromEntries(form)
  const language = appConfig.languages.find((one) => one === typedIn)
  return language === undefined ? fields : parseTypedFields(schema, fields, language)
}

/** Returns the numbers of broken rules by field; an empty object if no rule has numbers. */
function numbersIn(issues: z.core.$ZodIssue[]): { numbers?: Record<string, RuleNumbers> } {
  const told = issues.map((issue) => [issue.path.join('.'), numbersOf(issue)] as const)
  const numbers = told.filter(([, { count }]) => count !== undefined)
  return numbers.length === 0 ? {} : { numbers: Object.fromEntries(numbers) }
}
