// Makes a new feature out of the one that is there: `npm run generate -- feature bookmarks`.
import { execFileSync, type StdioOptions } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { resolveConfig } from 'vite'
import { namesFor, type Names } from './generate/names.ts'
import { planFeature } from './generate/plan.ts'
import { OWNERS, type Owner } from './generate/shared-files.ts'
import { sqlOfFeature } from './support/feature-sql.ts'
import { PlainFailure, plainWords } from './support/plain-failure.ts'

const USAGE = `Say what to make, what many of them are called, and whose they are:
  npm run generate -- feature bookmarks                     each is of an organization, which nobody outside of it sees
  npm run generate -- feature bookmarks --owner everybody   whoever is signed in sees all`
const ROOT = path.resolve(import.meta.dirname, '..')
const MIGRATIONS = 'src/db/migrations'

try {
  await generate()
} catch (error) {
  console.error(plainWords(error))
  process.exit(1)
}

async function generate() {
  const { names, owner } = readArguments()
  const { made, changed } = planFeature(ROOT, names, owner)
  if (uncommitted())
    console.log('There are changes here that are not committed: what is made now comes on top of them.\n')
  for (const [file, text] of [...made, ...changed]) write(file, text)
  run('oxfmt', ...made.keys(), ...changed.keys())
  const migration = makeMigration(names)
  // The plugin of the router writes src/routeTree.gen.ts when it is set up.
  await resolveConfig({ root: ROOT, logLevel: 'error' }, 'build')
  report(names, [...made.keys(), migration], [...changed.keys(), 'src/routeTree.gen.ts', `${MIGRATIONS}/meta`])
}

function readArguments(): { names: Names; owner: Owner } {
  let given
  try {
    given = parseArgs({ allowPositionals: true, options: { singular: { type: 'string' }, owner: { type: 'string' } } })
  } catch (error) {
    throw new PlainFailure(`${error instanceof Error ? error.message : ''}\n${USAGE}`, { cause: error })
  }
  const [kind, plural, ...more] = given.positionals
  if (kind !== 'feature' || plural === undefined || more.length > 0) throw new PlainFailure(USAGE)
  const owner = OWNERS.find((one) => one === (given.values.owner ?? 'organization'))
  if (owner === undefined) throw new PlainFailure(USAGE)
  return { names: namesFor(plural, given.values.singular), owner }
}

/** What drizzle reads from the tables, and what it cannot say. @returns the file */
function makeMigration({ many }: Names): string {
  run('drizzle-kit', 'generate', '--name', many.snake)
  const journal = readFileSync(path.join(ROOT, MIGRATIONS, 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { tag: string }[] }
  const file = `${MIGRATIONS}/${entries.at(-1)?.tag}.sql`
  const sql = readFileSync(path.join(ROOT, file), 'utf8').trimEnd()
  const [more = ''] = sqlOfFeature(ROOT, many.kebab)
  write(file, `${sql}--> statement-breakpoint\n${more}`)
  return file
}

function run(program: string, ...args: string[]) {
  const bin = path.join(ROOT, 'node_modules/.bin', program)
  execFileSync(bin, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
}

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true })
  writeFileSync(path.join(ROOT, file), text)
}

function uncommitted(): boolean {
  try {
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore']
    return execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8', stdio }) !== ''
  } catch {
    return false
  }
}

function report({ one, many }: Names, made: string[], changed: string[]) {
  const list = (files: string[]) => files.map((file) => `  ${file}`).join('\n')
  console.log(`Made, ${made.length} files:\n${list(made)}\n\nChanged, ${changed.length} files:\n${list(changed)}

Next: read it with git diff, then
  1. npm run check, and npm run e2e -- ${many.kebab}: both are green now, and stay so while you change it.
  2. The fields: src/db/tables/${many.kebab}.ts (until it is released: delete the migration and its lines in
     ${MIGRATIONS}/meta, then npx drizzle-kit generate), ${many.kebab}.schema.ts, ${many.kebab}.server.ts, components/${one.kebab}-form.tsx.
  3. The texts: locales/<language>/${many.camel}.json, nav in common.json, actions in history.json.
  4. Who may what: permissions in its feature.ts, src/auth/permissions.test.ts, and e2e/support/endpoints.ts.
  5. The place in src/features.ui.ts, the icon in its feature.ui.ts, and the new pictures:
     npm run e2e -- e2e/pages/visual.e2e.ts --update-snapshots`)
}
