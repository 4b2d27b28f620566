import { PlainFailure } from './plain-failure.ts'

/**
 * Stops a destructive script that was started without confirmation.
 * @param consequence a sentence about the effect of the script
 * @param command the command with confirmation
 * @throws {PlainFailure} unless `--yes` was passed
 */
export function requireYesFlag(consequence: string, command: string): void {
  if (!process.argv.includes('--yes')) throw new PlainFailure(`${consequence} To continue: ${command}`)
}
