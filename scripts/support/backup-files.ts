import { isThere } from './probes.ts'
import { PlainFailure } from './plain-failure.ts'

/**
 * The file that a script was given.
 * @param example how to call the script
 * @param options.isThere whether the file has to be there, or must not be
 * @throws {PlainFailure} when there is none, or the file is not as it has to be
 */
export async function readBackupName(example: string, options: { isThere: boolean }): Promise<string> {
  const [file, ...more] = process.argv.slice(2)
  if (file === undefined || more.length > 0 || file.startsWith('-')) throw new PlainFailure(`Name one file: ${example}`)
  for (const one of [file, fingerprintFile(file)])
    if ((await isThere(one)) !== options.isThere)
      throw new PlainFailure(options.isThere ? `There is no ${one}.` : `${one} is there already.`)
  return file
}

/** Names the file with the fingerprint of the database that `file` holds. */
export function fingerprintFile(file: string): string {
  return `${file}.fingerprint.json`
}
