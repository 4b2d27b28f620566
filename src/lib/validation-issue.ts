import type * as z from 'zod/mini'

/** The numbers of a rule that its message contains. */
export type RuleNumbers = {
  /** The maximum or minimum; messages with it have plural forms. */
  count?: number
  /** The minimum. */
  min?: number
}

/** Translates a message key of a form, usually `t` with the form's namespace. */
export type MessageOf<Key extends string> = (key: Key, numbers: RuleNumbers) => string

/** Returns the numbers of an issue's rule; an empty object if it has no numbers. */
export function numbersOf(issue: z.core.$ZodIssue): RuleNumbers {
  if (issue.code === 'too_big') return { count: Number(issue.maximum) }
  if (issue.code === 'too_small') return { count: Number(issue.minimum), min: Number(issue.minimum) }
  const count: unknown = issue.code === 'custom' ? issue.params?.count : undefined
  return typeof count === 'number' ? { count } : {}
}

/** Returns the message of the first rule that a text breaks; undefined for a valid text. */
export function findProblem<Key extends string>(
  schema: z.ZodMiniType,
  text: string,
  sentence: MessageOf<Key>,
): string | undefined {
  const issue = schema.safeParse(text).error?.issues[0]
  // The messages of a schema are translation keys.
  return issue && sentence(issue.message as Key, numbersOf(issue))
}
