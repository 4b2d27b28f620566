import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CHECKED_TEXTS } from '../../src/architecture/checked-texts.ts'
import { readFeatureSql } from './feature-sql.ts'
import { englishTexts, recordAddedTexts } from './record-checked-texts.ts'

/** The folder of the migrations. */
export const MIGRATIONS = 'src/db/migrations'

/** The contents of new and of changed files, by their paths from the root. */
interface Files {
  made: ReadonlyMap<string, string>
  changed: ReadonlyMap<string, string>
}

/** Writes and formats files, and records their English texts as checked. @returns the paths of new and of changed files */
export function writeFiles(root: string, { made, changed }: Files): [made: string[], changed: string[]] {
  const textsBefore = englishTexts(root)
  for (const [file, text] of [...made, ...changed]) writeFile(root, file, text)
  recordAddedTexts(root, textsBefore)
  const written = [...made.keys(), ...changed.keys()]
  runTool(root, 'oxfmt', ...written.filter((file) => /\.(tsx?|json|md)$/.test(file)))
  const hasTexts = written.some((file) => file.startsWith('locales/'))
  return [[...made.keys()], [...changed.keys(), ...(hasTexts ? [CHECKED_TEXTS] : [])]]
}

/** Creates the migration of a feature's tables, with the SQL that drizzle cannot express. @returns the path of the migration */
export function makeMigration(root: string, feature: string, name: string): string {
  runTool(root, 'drizzle-kit', 'generate', '--name', name)
  const journal = readFileSync(path.join(root, MIGRATIONS, 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { tag: string }[] }
  const file = `${MIGRATIONS}/${entries.at(-1)?.tag}.sql`
  const sql = readFileSync(path.join(root, file), 'utf8').trimEnd()
  const [more] = readFeatureSql(root, feature)
  writeFile(root, file, more === undefined ? `${sql}\n` : `${sql}--> statement-breakpoint\n${more}`)
  return file
}

/** Runs an installed program, and shows its errors. */
export function runTool(root: string, program: string, ...args: string[]): void {
  const bin = path.join(root, 'node_modules/.bin', program)
  execFileSync(bin, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
}

/** Writes a file and creates its folder. */
export function writeFile(root: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
