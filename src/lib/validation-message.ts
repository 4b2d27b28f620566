import type * as z from 'zod/mini'

type KindRule = 'required' | 'invalid' | 'number' | 'wholeNumber' | 'decimals' | 'choice' | 'date'
type SizeRule = 'tooShort' | 'tooLong' | 'tooSmall' | 'tooLarge' | 'fileTooLarge' | 'fileType'
type ValidationRule = KindRule | SizeRule

/** A translation key in the errors namespace, for rules without a message in the schema. */
export type ValidationKey = `validation.${ValidationRule}`

/** Whether a message is one of the shared keys. */
export function isValidationKey(message: string): message is ValidationKey {
  return message.startsWith('validation.')
}

/** Validates input by a schema; rules without a message get a shared one. */
export function checkInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.core.util.SafeParseResult<z.output<Schema>> {
  return schema.safeParse(input, { error: (issue) => `validation.${ruleOf(issue)}` satisfies ValidationKey })
}

function ruleOf(issue: z.core.$ZodRawIssue): ValidationRule {
  if (issue.code === 'invalid_type')
    return issue.input === undefined || issue.input === null ? 'required' : ruleOfType(issue.expected)
  if (issue.code === 'too_small') return ruleOfMinimum(issue)
  if (issue.code === 'too_big') return ruleOfMaximum(issue)
  if (issue.code === 'invalid_format') return /^(date|datetime|time|duration)$/.test(issue.format) ? 'date' : 'invalid'
  return issue.code === 'invalid_value' ? 'choice' : 'invalid'
}

type BoundIssue = Pick<z.core.$ZodIssueTooSmall, 'origin' | 'inclusive'>

function ruleOfMinimum(bound: BoundIssue & { minimum: number | bigint }): ValidationRule {
  if (bound.origin === 'string') return Number(bound.minimum) === 1 ? 'required' : 'tooShort'
  return isLastAllowed(bound) ? 'tooSmall' : ruleOfType(bound.origin)
}

function ruleOfMaximum(bound: BoundIssue): ValidationRule {
  if (bound.origin === 'string') return 'tooLong'
  return isLastAllowed(bound) ? 'tooLarge' : ruleOfType(bound.origin)
}

/** Whether the bound itself is a valid value, because messages such as "at most" include it. */
function isLastAllowed({ origin, inclusive }: BoundIssue): boolean {
  return isNumber(origin) && inclusive !== false
}

function ruleOfType(type: string): ValidationRule {
  if (type === 'date') return 'date'
  return isNumber(type) ? 'number' : 'invalid'
}

function isNumber(type: string): boolean {
  return /^(number|int|bigint)$/.test(type)
}
