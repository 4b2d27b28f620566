import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { PlainFailure } from '../support/plain-failure.ts'

/** The command that generates the client. The package of a client names it, so that only such a package is replaced. */
export const GENERATED_BY = 'npm run generate -- client'

const USAGE = `Usage: ${GENERATED_BY} [--out FOLDER]
  --out FOLDER   the folder of the package; by default clients/typescript`
/** The module that returns the files of the client. Removing the API removes it. */
const FILES = 'scripts/generate/api-keys/client-files.ts'

interface ClientFiles {
  clientFiles: (existingVersion?: string) => Record<string, string>
}

/**
 * Writes a TypeScript package that calls the API of the app. Needs neither a running server nor the network.
 * @param args the arguments after `client`
 * @throws {PlainFailure} if the arguments are wrong, the folder has other files, or the app has no API
 */
export async function generateClient(root: string, args: string[]): Promise<void> {
  const out = readOutFolder(args)
  const folder = path.resolve(root, out)
  if (!existsSync(path.join(root, FILES)))
    throw new PlainFailure("This app has no API, so a client can't be generated. Nothing was written.")
  const version = requireOwnFolder(folder, out)
  // Loads the app's code with Vite, because it uses Vite's imports, for example of all texts.
  const { module } = await runnerImport<ClientFiles>(path.join(root, FILES), {
    root,
    configFile: false,
    logLevel: 'error',
  })
  const files = Object.entries(module.clientFiles(version))
  // Delete the last sources, because some of them may belong to a feature that has been removed since.
  rmSync(path.join(folder, 'src'), { recursive: true, force: true })
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  console.log(`Wrote the client of the API:
${files.map(([file]) => `  ${path.join(out, file)}`).join('\n')}

Next: run npm install in ${out}, which compiles it, then publish it or install it from there. Its README.md shows how to use it.`)
}

function readOutFolder(args: string[]): string {
  try {
    return parseArgs({ args, options: { out: { type: 'string', default: 'clients/typescript' } } }).values.out
  } catch (error) {
    throw new PlainFailure(`${error instanceof Error ? error.message : ''}\n${USAGE}`, { cause: error })
  }
}

/**
 * Returns the version of the client in a folder; undefined if the folder is empty or missing.
 * @throws {PlainFailure} if the folder has other files
 */
function requireOwnFolder(folder: string, out: string): string | undefined {
  if (!existsSync(folder) || isEmpty(folder, out)) return undefined
  const { generatedBy, version } = readManifest(path.join(folder, 'package.json'))
  if (generatedBy !== GENERATED_BY)
    throw new PlainFailure(
      `${out} has files that this command didn't write. Choose an empty folder with --out. Nothing was written.`,
    )
  return version
}

function isEmpty(folder: string, out: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch (error) {
    throw new PlainFailure(
      `${out} can't be read as a folder. Choose an empty or new folder with --out. Nothing was written.`,
      { cause: error },
    )
  }
}

function readManifest(file: string): { generatedBy?: string; version?: string } {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as object | null) ?? {}
  } catch {
    return {}
  }
}
