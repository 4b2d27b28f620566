// Creates a new feature from the template: `npm run generate -- feature invoices number:text amount:money`.
import { execFileSync, type StdioOptions } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { resolveConfig } from 'vite'
import { askForFields } from './generate/ask.ts'
import { generateClient } from './generate/client.ts'
import { OWNERS } from './generate/feature.ts'
import { FIELD_HELP, parseFields, USUAL_FIELDS } from './generate/fields.ts'
import { namesFor, type Names } from './generate/names.ts'
import { planFeature, type Plan, type FeatureRequest } from './generate/plan.ts'
import { TEMPLATE_FEATURE, TEMPLATE_FOLDER, writtenFiles } from './generate/template.ts'
import { CHECKED_TEXTS } from '../src/architecture/checked-texts.ts'
import { UNTRANSLATED } from '../src/architecture/locales.ts'
import { sqlOfFeature } from './support/feature-sql.ts'
import { PlainFailure, describeFailure } from './support/plain-failure.ts'
import { englishTexts, recordAddedTexts } from './support/record-checked-texts.ts'

const USAGE = `Name the feature in the plural, followed by the fields of a row:
  npm run generate -- feature invoices number:text amount:money due:date status:draft,sent,paid customer:organization
${FIELD_HELP}
  --owner organization   only its members see a row; the default if the app has organizations
  --owner user           only the user who added a row sees it
  --owner everybody      all signed-in users see all rows, administrators change them
  --singular WORD        the singular, if it is irregular`
const ROOT = path.resolve(import.meta.dirname, '..')
const MIGRATIONS = 'src/db/migrations'

try {
  if (process.argv[2] === 'template') writeTemplate()
  else if (process.argv[2] === 'client') await generateClient(ROOT, process.argv.slice(3))
  else await generate()
} catch (error) {
  console.error(describeFailure(error))
  process.exit(1)
}

async function generate() {
  const plan = planFeature(ROOT, await readArguments())
  const { feature, made, changed } = plan
  if (uncommitted()) console.log('You have uncommitted changes. The generated code is added on top of them.\n')
  const textsBefore = englishTexts(ROOT)
  for (const [file, text] of [...made, ...changed]) write(file, text)
  recordAddedTexts(ROOT, textsBefore)
  run('oxfmt', ...made.keys(), ...changed.keys())
  const migration = makeMigration(feature.names)
  // Resolving the config sets up the router's plugin, which writes src/routeTree.gen.ts.
  await resolveConfig({ root: ROOT, logLevel: 'error' }, 'build')
  const generated = [CHECKED_TEXTS, 'src/routeTree.gen.ts', `${MIGRATIONS}/meta`]
  report(plan, [...made.keys(), migration], [...changed.keys(), ...generated])
}

async function readArguments(): Promise<FeatureRequest> {
  let given
  try {
    given = parseArgs({ allowPositionals: true, options: { singular: { type: 'string' }, owner: { type: 'string' } } })
  } catch (error) {
    throw new PlainFailure(`${error instanceof Error ? error.message : ''}\n${USAGE}`, { cause: error })
  }
  const [kind, plural, ...fields] = given.positionals
  if (kind !== 'feature' || plural === undefined) throw new PlainFailure(USAGE)
  const owner = OWNERS.find((one) => one === given.values.owner)
  if (owner === undefined && given.values.owner !== undefined) throw new PlainFailure(USAGE)
  const names = namesFor(plural, given.values.singular)
  // In a terminal, prompt for the fields if the command names no field.
  if (fields.length === 0 && process.stdin.isTTY)
    return { names, ...(await askForFields(plural)), ...(owner && { owner }) }
  return { names, owner, fields: parseFields(fields.length > 0 ? fields : USUAL_FIELDS) }
}

/** Writes the field-dependent files of the template, so that developers can read them next to its other files. */
function writeTemplate() {
  const files = Object.entries(writtenFiles(TEMPLATE_FEATURE)).map(([file, text]) => [
    `${TEMPLATE_FOLDER}/${file}`,
    text,
  ])
  for (const [file = '', text = ''] of files) write(file, text)
  run('oxfmt', ...files.map(([file = '']) => file))
}

/** Creates the migration of the tables, with the SQL that drizzle cannot express. @returns the path of the migration */
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

function report({ feature: { names }, untranslated }: Plan, made: string[], changed: string[]) {
  const { many } = names
  const list = (files: string[]) => files.map((file) => `  ${file}`).join('\n')
  const languages = Object.keys(untranslated)
  const texts =
    languages.length > 0
      ? `\n     ${UNTRANSLATED} lists texts that are still English in ${languages.join(', ')}. Translate them, and remove them from that file.`
      : ''
  console.log(`Created ${made.length} files:\n${list(made)}\n\nChanged ${changed.length} files:\n${list(changed)}

Next: review it with git diff, then
  1. Run npm run check and npm run e2e -- ${many.kebab}. Both pass now; keep them passing while you change the code.
  2. To add a field, change ${many.kebab}.tables.server.ts and ${many.kebab}.fields.ts in src/features/${many.kebab}; type errors show the rest.
     Before its first release, delete the migration and its lines in ${MIGRATIONS}/meta, then run npx drizzle-kit generate.
  3. Texts are in locales/<language>: of the pages in ${many.camel}.json, the link in common.json, fields and actions of the history in
     history.json and audit.json.${texts}
  4. Permissions are in feature.ts, access to rows in ${many.kebab}.scope.server.ts; src/auth/permissions.test.ts
     and e2e/support/endpoints.ts test both.
  5. Set the place of the feature's link in src/features.ui.ts and the icon in its feature.ui.ts, then take new screenshots:
     npm run e2e -- e2e/pages/every-page.e2e.ts e2e/pages/visual.e2e.ts --update-snapshots`)
}
