import { isCancel, note, select, text } from '@clack/prompts'
import { PlainFailure } from '../support/plain-failure.ts'
import { OWNERS, type Owner } from './feature.ts'
import { FIELD_HELP, parseFields, USUAL_FIELDS, type Field } from './fields.ts'

const OWNER_LABELS: Record<Owner, string> = {
  organization: "an organization; non-members can't see it",
  user: "the user who added it; other users can't see it",
  everybody: 'all signed-in users',
}

/**
 * Prompts in the terminal for the fields of a feature and the owner of its rows.
 * @throws {PlainFailure} if the user cancels
 */
export async function askForFields(plural: string): Promise<{ owner: Owner; fields: Field[] }> {
  note(FIELD_HELP, 'Fields')
  const typed = requireNotCanceled(
    await text({
      message: `Which fields should ${plural} have? Separate them with spaces.`,
      initialValue: USUAL_FIELDS.join(' '),
      validate: (given) => findFieldProblem(given ?? ''),
    }),
  )
  const owner = requireNotCanceled(
    await select({
      message: 'Who owns a row?',
      options: OWNERS.map((value) => ({ value, label: OWNER_LABELS[value] })),
    }),
  )
  return { owner, fields: parseFields(splitFields(typed)) }
}

function requireNotCanceled<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) throw new PlainFailure('Canceled. Nothing was written.')
  return answer as Exclude<Answer, symbol>
}

function findFieldProblem(typed: string): string | undefined {
  try {
    parseFields(splitFields(typed))
    return undefined
  } catch (error) {
    // Show only the first line of the error, because the help above explains the format of fields.
    return error instanceof Error ? error.message.split('\n')[0] : String(error)
  }
}

function splitFields(typed: string): string[] {
  return typed.trim().split(/\s+/)
}
