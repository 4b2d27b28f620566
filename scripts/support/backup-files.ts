import { fileExists } from './probes.ts'
import { PlainFailure } from './plain-failure.ts'

/**
 * Reads the name of the backup file from the command line.
 * @param example an example of the command
 * @param options.mustExist true if the backup must exist, false if it must not exist
 * @throws {PlainFailure} if the name is missing, or the backup or its fingerprint exists or is missing contrary to `mustExist`
 */
export async function readBackupName(example: string, options: { mustExist: boolean }): Promise<string> {
  const [file, ...more] = process.argv.slice(2)
  if (file === undefined || more.length > 0 || file.startsWith('-'))
    throw new PlainFailure(`Name exactly one backup file, for example: ${example}`)
  for (const one of [file, fingerprintFile(file)])
    if ((await fileExists(one)) !== options.mustExist)
      throw new PlainFailure(options.mustExist ? `${one} doesn't exist.` : `${one} already exists.`)
  return file
}

/** Returns the name of the fingerprint file that belongs to a backup. */
export function fingerprintFile(file: string): string {
  return `${file}.fingerprint.json`
}
