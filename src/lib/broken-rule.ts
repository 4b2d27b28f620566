import type * as z from 'zod/mini'

/** The numbers of a rule, for its sentence to tell. */
export type RuleNumbers = {
  /** The most or the least that is allowed; sentences with it have plural forms. */
  count?: number
  /** The least that is allowed. */
  min?: number
}

/** Tells what is wrong with a field in the words of its form: `t` with the keys that the form's namespace has. */
export type Sentence<Key extends string> = (key: Key, numbers: RuleNumbers) => string

/** The numbers of the rule that an issue is about; none for a rule without. */
export function numbersOf(issue: z.core.$ZodIssue): RuleNumbers {
  if (issue.code === 'too_big') return { count: Number(issue.maximum) }
  if (issue.code === 'too_small') return { count: Number(issue.minimum), min: Number(issue.minimum) }
  const count: unknown = issue.code === 'custom' ? issue.params?.count : undefined
  return typeof count === 'number' ? { count } : {}
}

/** The sentence for the first rule that a text breaks; undefined for a text that is fine. */
export function findProblem<Key extends string>(
  schema: z.ZodMiniType,
  text: string,
  sentence: Sentence<Key>,
): string | undefined {
  const issue = schema.safeParse(text).error?.issues[0]
  // A schema's messages are keys of sentences.
  return issue && sentence(issue.message as Key, numbersOf(issue))
}
