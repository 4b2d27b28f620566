// Adds a language to an app, completes its texts or removes it: `npm run language -- add de`. `--dry-run` only lists the changes.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { planAddition } from './language/add.ts'
import type { Change } from './language/change.ts'
import { planCompletion } from './language/complete.ts'
import { planRemoval } from './language/remove.ts'
import { parseCommandLine } from './support/command-line.ts'
import { PlainFailure, describeFailure } from './support/plain-failure.ts'
import { requireCleanTree } from './support/require-clean-tree.ts'
import { requireYesFlag } from './support/require-yes-flag.ts'

const USAGE = `Usage: npm run language -- add de        adds a language, with English texts
       npm run language -- complete de   adds the English texts that the language lacks, and removes texts that English lacks
       npm run language -- remove sw     removes a language with its texts
  --dry-run   lists the changes without making them
  --yes       skips the confirmation of a removal`
const ROOT = path.resolve(import.meta.dirname, '..')
const ACTIONS = {
  add: { plan: planAddition, done: 'Added' },
  complete: { plan: planCompletion, done: 'Completed' },
  remove: { plan: planRemoval, done: 'Removed' },
}

try {
  await changeLanguages()
} catch (error) {
  console.error(describeFailure(error))
  process.exit(1)
}

async function changeLanguages() {
  const { act, code, isDryRun } = readArguments()
  const { plan, done } = ACTIONS[act]
  const change = plan(ROOT, code)
  if (!isDryRun) requireCleanTree(ROOT)
  if (change.written.size === 0 && change.deleted.length === 0) {
    console.log(`The language ${code} already has all texts that English has. Nothing was written.`)
    return
  }
  printChanges(change)
  if (isDryRun) return
  if (act === 'remove') await confirmChange(code)
  for (const file of change.deleted) rmSync(path.join(ROOT, file))
  for (const folder of new Set(change.deleted.map((file) => path.dirname(file)))) removeIfEmpty(folder)
  for (const [file, text] of change.written) {
    mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true })
    writeFileSync(path.join(ROOT, file), text)
  }
  const bin = path.join(ROOT, 'node_modules/.bin/oxfmt')
  // oxfmt skips documents and fails if there are no other files, but these files always include app.config.ts.
  execFileSync(bin, [...change.written.keys()], { cwd: ROOT, stdio: 'ignore', shell: process.platform === 'win32' })
  const steps = change.next.map((step, index) => `  ${index + 1}. ${step}`)
  console.log(`\n${done} ${code}. Next:\n${steps.join('\n')}`)
}

function readArguments() {
  const given = parseCommandLine(USAGE, { 'dry-run': { type: 'boolean' }, yes: { type: 'boolean' } })
  const [act, code, ...more] = given.positionals
  if (!isAction(act) || code === undefined || more.length > 0) throw new PlainFailure(USAGE)
  return { act, code, isDryRun: given.values['dry-run'] === true }
}

function isAction(text: string | undefined): text is keyof typeof ACTIONS {
  return text !== undefined && Object.hasOwn(ACTIONS, text)
}

async function confirmChange(code: string) {
  if (process.argv.includes('--yes')) return
  const consequence = 'This deletes the files above.'
  if (!process.stdin.isTTY) requireYesFlag(consequence, `npm run language -- remove ${code} --yes`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`\n${consequence} Type ${code} to continue: `)
  terminal.close()
  if (answer.trim() !== code) throw new PlainFailure('Canceled. Nothing was written.')
}

/** Removes a folder if it is empty. */
function removeIfEmpty(folder: string) {
  try {
    rmdirSync(path.join(ROOT, folder))
  } catch {
    // Keep the folder, because it has other files.
  }
}

function printChanges({ deleted, written }: Change) {
  const list = (files: string[]) => `(${files.length}):\n${files.map((file) => `  ${file}`).join('\n')}`
  if (deleted.length > 0) console.log(`Files to delete ${list(deleted)}\n`)
  console.log(`Files to create or change ${list([...written.keys()])}`)
}
