// Removes a feature from an app: `npm run remove -- feature webhooks`. `--dry-run` only lists the changes.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { resolveConfig } from 'vite'
import { sourcesIn } from './remove/list.ts'
import { findFeaturesToRemove } from './remove/parts.ts'
import { planRemoval, type Removal } from './remove/plan.ts'
import { parseCommandLine } from './support/command-line.ts'
import { PlainFailure, describeFailure } from './support/plain-failure.ts'
import { isInGitRepository, requireCleanTree } from './support/require-clean-tree.ts'
import { requireYesFlag } from './support/require-yes-flag.ts'

const USAGE = `Usage: npm run remove -- feature webhooks
  --dry-run        lists the changes without making them
  --with-changes   skips the check for uncommitted changes
  --yes            skips the confirmation`
const ROOT = path.resolve(import.meta.dirname, '..')
const MIGRATIONS = 'src/db/migrations'

try {
  await remove()
} catch (error) {
  console.error(describeFailure(error))
  process.exit(1)
}

async function remove() {
  const { name, isDryRun, withChanges } = readArguments()
  // Check everything that can refuse the removal before the plan, which takes some seconds.
  await findFeaturesToRemove(ROOT, name, sourcesIn(ROOT))
  const isInGit = isInGitRepository(ROOT)
  const notUndoable = isInGit ? '' : "Without a Git repository, this can't be undone."
  if (!isDryRun) {
    if (isInGit && !withChanges) requireCleanTree(ROOT)
    const consequence = `This deletes the feature ${name} and its tables. ${notUndoable}`.trim()
    if (!process.stdin.isTTY) requireYesFlag(consequence, `npm run remove -- feature ${name} --yes`)
  }
  const removal = await planRemoval(ROOT, name)
  printChanges(removal)
  if (isDryRun) return
  if (notUndoable !== '') console.log(`\n${notUndoable}`)
  await confirmRemoval(name, removal)
  for (const file of removal.deleted) rmSync(path.join(ROOT, file))
  for (const folder of new Set(removal.deleted.map((file) => path.dirname(file)))) removeIfEmpty(folder)
  for (const [file, text] of removal.changed) writeFileSync(path.join(ROOT, file), text)
  run('oxfmt', ...removal.changed.keys())
  if (removal.packages.length > 0) installWithout()
  const migration = makeMigration(name, removal)
  // Resolving the config sets up the router's plugin, which writes src/routeTree.gen.ts.
  await resolveConfig({ root: ROOT, logLevel: 'error' }, 'build')
  printResult(name, removal, migration)
}

function readArguments() {
  const flag = { type: 'boolean' } as const
  const given = parseCommandLine(USAGE, { 'dry-run': flag, 'with-changes': flag, yes: flag })
  const [kind, name, ...more] = given.positionals
  if (kind !== 'feature' || name === undefined || more.length > 0) throw new PlainFailure(USAGE)
  const { 'dry-run': isDryRun = false, 'with-changes': withChanges = false } = given.values
  return { name, isDryRun, withChanges }
}

async function confirmRemoval(name: string, { tables }: Removal) {
  if (process.argv.includes('--yes')) return
  const rows = tables.length > 0 ? ' The migration deletes its tables with all their rows.' : ''
  const consequence = `This deletes the files above.${rows}`
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`\n${consequence} Type ${name} to continue: `)
  terminal.close()
  if (answer.trim() !== name) throw new PlainFailure('Canceled. Nothing was written.')
}

/** Writes a migration that runs `drops` and then drops the tables. @returns its path; undefined if it would be empty */
function makeMigration(name: string, { tables, drops }: Removal): string | undefined {
  if (tables.length === 0 && drops.length === 0) return undefined
  run(
    'drizzle-kit',
    'generate',
    '--name',
    `without_${name.replaceAll('-', '_')}`,
    ...(tables.length === 0 ? ['--custom'] : []),
  )
  const { entries } = JSON.parse(readFileSync(path.join(ROOT, MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  const file = `${MIGRATIONS}/${entries.at(-1)?.tag}.sql`
  const generated = readFileSync(path.join(ROOT, file), 'utf8').trim()
  const parts = [...drops, ...(tables.length === 0 ? [] : [generated])]
  writeFileSync(
    path.join(ROOT, file),
    `-- takes out the feature ${name}\n${parts.join('\n--> statement-breakpoint\n')}\n`,
  )
  return file
}

/** Updates the lockfile. npm downloads no packages, because packages are only removed. */
function installWithout() {
  const args = ['install', '--package-lock-only', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  execFileSync('npm', args, { cwd: ROOT, stdio: 'ignore', shell: process.platform === 'win32' })
}

/** Removes a folder and those of its parents that are empty. */
function removeIfEmpty(folder: string) {
  try {
    for (let empty = folder; empty !== '.'; empty = path.dirname(empty)) rmdirSync(path.join(ROOT, empty))
  } catch {
    // Stop at a folder that has other files or does not exist.
  }
}

function run(program: string, ...args: string[]) {
  const bin = path.join(ROOT, 'node_modules/.bin', program)
  execFileSync(bin, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
}

function printChanges({ deleted, changed, tables, packages }: Removal) {
  const list = (files: Iterable<string>) => [...files].map((file) => `  ${file}`).join('\n')
  console.log(
    `Files to delete (${deleted.length}):\n${list(deleted)}\n\nFiles to change (${changed.size}):\n${list(changed.keys())}`,
  )
  if (packages.length > 0) console.log(`\nPackages to remove, because no other code uses them:\n${list(packages)}`)
  if (tables.length > 0) console.log(`\nTables to drop, with all their rows:\n${list(tables)}`)
}

function printResult(name: string, { left }: Removal, migration: string | undefined) {
  const steps = [
    'Run npm run check, then review git diff.',
    migration !== undefined &&
      'Nodes of the previous release still use what the migration drops. Stop them before it runs, or ship it one release later.',
    'Its entries in the history remain, but are shown without a description.',
    left.length > 0 && `These files still mention it: ${left.join(', ')}`,
  ].filter((step) => step !== false)
  console.log(`\nRemoved ${name}.${migration === undefined ? '' : ` ${migration} drops its tables and other database objects.`}
Next:
${steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}`)
}
