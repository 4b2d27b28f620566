import { isCancel, multiselect } from '@clack/prompts'
import { listFeatures } from '../remove/list.ts'
import { PlainFailure } from '../support/plain-failure.ts'

/**
 * Prompts in the terminal for the optional features that the app keeps.
 * @returns the names of the features to remove
 * @throws {PlainFailure} if the user cancels
 */
export async function chooseFeaturesToRemove(root: string): Promise<string[]> {
  const optional = (await listFeatures(root)).filter(({ removable }) => removable === 'yes')
  const names = optional.map(({ name }) => name)
  const kept = await multiselect({
    message: 'Which features should the app have? Press space to add or remove one.',
    options: optional.map(({ name, purpose }) => ({ value: name, label: name, hint: purpose })),
    initialValues: names,
    required: false,
  })
  if (isCancel(kept)) throw new PlainFailure('Canceled.')
  return names.filter((name) => !kept.includes(name))
}
