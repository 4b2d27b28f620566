import { isCancel, multiselect } from '@clack/prompts'
import { listFeatures } from '../remove/list.ts'
import { PlainFailure } from '../support/plain-failure.ts'

/**
 * Asks in the terminal which of the features that come out an app shall have.
 * @returns the names of those it shall do without
 * @throws {PlainFailure} when the answer is to stop
 */
export async function chooseFeatures(root: string): Promise<string[]> {
  const optional = (await listFeatures(root)).filter(({ comesOut }) => comesOut === 'yes')
  const names = optional.map(({ name }) => name)
  const kept = await multiselect({
    message: 'Which features shall it have? Space takes one out or in.',
    options: optional.map(({ name, purpose }) => ({ value: name, label: name, hint: purpose })),
    initialValues: names,
    required: false,
  })
  if (isCancel(kept)) throw new PlainFailure('Nothing was chosen: the app was not finished. Delete it and start over.')
  return names.filter((name) => !kept.includes(name))
}
