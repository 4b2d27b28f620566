import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

/** The compiler's options for programs. Types of Node.js are not among them, because the client needs none. */
const CHECK = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2024,dom,dom.iterable', '--types', '']

/** A folder with the client that `npm run generate -- client` writes, in which programs import it as `client`. */
export interface GeneratedClient {
  folder: string
  /** Type-checks the programs in the folder. @throws {Error} with the compiler's output */
  check: () => Promise<unknown>
  remove: () => void
}

/** Generates the client of the API, compiles it, and copies these programs next to it. */
export async function generateClient(...programs: string[]): Promise<GeneratedClient> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'client-'))
  await run(process.execPath, ['scripts/generate.ts', 'client', '--out', path.join(folder, 'client')], { cwd: ROOT })
  const packages = path.join(folder, 'node_modules')
  mkdirSync(packages)
  symlinkSync('../client', path.join(packages, 'client'))
  for (const name of dependenciesIn(path.join(folder, 'client')))
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name))
  await compile(path.join(folder, 'client'), '-p', '.')
  for (const program of programs) copyFileSync(program, path.join(folder, path.basename(program)))
  return {
    folder,
    check: () => compile(folder, ...CHECK, ...readdirSync(folder).filter((file) => file.endsWith('.mts'))),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Runs the project's TypeScript compiler in a folder. @throws {Error} with its output if there are type errors */
async function compile(cwd: string, ...args: string[]): Promise<void> {
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, ...args], { cwd }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout, { cause: error })
  })
}

function dependenciesIn(folder: string): string[] {
  const manifest = readFileSync(path.join(folder, 'package.json'), 'utf8')
  return Object.keys((JSON.parse(manifest) as { dependencies: object }).dependencies)
}
