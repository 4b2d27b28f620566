import { PlainFailure } from './plain-failure.ts'

/**
 * Stops a script that is not to be started by mistake.
 * @param consequence what it would do
 * @param command how to start it on purpose
 * @throws {PlainFailure} unless `--yes` was given
 */
export function refuseWithoutYes(consequence: string, command: string): void {
  if (!process.argv.includes('--yes')) throw new PlainFailure(`${consequence} To do it: ${command}`)
}
