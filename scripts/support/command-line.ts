import { parseArgs, type ParseArgsConfig } from 'node:util'
import { PlainFailure } from './plain-failure.ts'

/**
 * Parses the arguments of the process. With `--help`, prints the usage and ends the process.
 * @throws {PlainFailure} with the usage, if an option is unknown or has no value
 */
export function parseCommandLine<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
) {
  if (process.argv.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    const [problem = ''] = (error instanceof Error ? error.message : '').split(' To specify a positional argument')
    throw new PlainFailure(`${problem}\n${usage}`, { cause: error })
  }
}
