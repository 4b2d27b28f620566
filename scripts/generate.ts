// Creates a feature from the template, a job, an email or a setting: `npm run generate -- feature invoices number:text amount:money`.
import { execFileSync, type StdioOptions } from 'node:child_process'
import path from 'node:path'
import { resolveConfig } from 'vite'
import { askForFields } from './generate/ask.ts'
import type { Changes } from './generate/changes.ts'
import { generateClient } from './generate/client.ts'
import { OWNERS, SWITCHES } from './generate/feature.ts'
import { FIELD_HELP, parseFields, USUAL_FIELDS } from './generate/fields.ts'
import { planJob } from './generate/job.ts'
import { planMail } from './generate/mail.ts'
import { namesFor } from './generate/names.ts'
import { planSetting } from './generate/setting.ts'
import { planFeature, type FeatureRequest } from './generate/plan.ts'
import { TEMPLATE_FEATURE, TEMPLATE_FOLDER, generatedFiles } from './generate/template.ts'
import { parseCommandLine } from './support/command-line.ts'
import { PlainFailure, describeFailure } from './support/plain-failure.ts'
import { makeMigration, MIGRATIONS, runTool, writeFile, writeFiles } from './support/write-code.ts'

const USAGE = `Usage: npm run generate -- KIND NAME, for example:
  npm run generate -- feature invoices number:text amount:money due:date status:draft,sent,paid customer:organization
  npm run generate -- job send-reminders --feature invoices --cron '0 7 * * *'
  npm run generate -- mail reminder --feature invoices
  npm run generate -- setting INVOICE_PREFIX --default INV-
  npm run generate -- client

feature: a list with its pages. NAME is the plural, followed by the fields of a row.
${FIELD_HELP}
  --owner organization   only members of its organization see a row; the default if the app has organizations
  --owner user           only the user who added a row sees it
  --owner everybody      all signed-in users see all rows, administrators change them
  --api                  programs read and change rows (/api/v1, with the permissions of API keys)
  --csv                  users export the rows that they see, as a file; the list also gets saved views
  --webhooks             webhooks receive an event when a row is added, changed, deleted or restored; not with --owner user
  --singular WORD        the singular, if it is irregular
job: a task that the queue runs
  --feature FOLDER       the feature that gets it, a folder of src/features
  --cron 'M H D M W'     the times at which it runs, in UTC; without them, only code queues it
mail: an email to a user, in their language, that they can turn off
  --feature FOLDER       the feature that gets it
setting: an environment variable
  --feature FOLDER       the feature that reads it; by default, all code can read it
  --default TEXT         the value if it isn't set
  --secret               it must not be logged or sent to a browser
client: a TypeScript package that calls the API
  --out FOLDER           where to write it; by default clients/typescript`
const ROOT = path.resolve(import.meta.dirname, '..')

type Kind = 'feature' | 'job' | 'mail' | 'setting'
type ParsedArguments = ReturnType<typeof parseArguments>

/** The options of each kind. */
const OPTIONS: Record<Kind, string[]> = {
  feature: ['owner', 'singular', ...SWITCHES],
  job: ['feature', 'cron'],
  mail: ['feature'],
  setting: ['feature', 'default', 'secret'],
}

const PLANS: Record<Exclude<Kind, 'feature'>, (name: string, values: ParsedArguments['values']) => Changes> = {
  job: (name, { feature, cron }) => planJob(ROOT, { name, feature, cron }),
  mail: (name, { feature }) => planMail(ROOT, { name, feature }),
  setting: (variable, { feature, secret, default: value }) =>
    planSetting(ROOT, { variable, feature, isSecret: secret, default: value }),
}

try {
  if (process.argv[2] === 'template') writeTemplate()
  else if (process.argv[2] === 'client') await generateClient(ROOT, process.argv.slice(3))
  else await generate()
} catch (error) {
  console.error(describeFailure(error))
  process.exit(1)
}

async function generate() {
  const { kind, name, given } = readArguments()
  if (kind === 'feature') return generateFeature(await readFeature(name, given))
  const changes = PLANS[kind](name, given.values)
  printResult(...writeChanges(changes), changes.next)
}

async function generateFeature(request: FeatureRequest) {
  const plan = planFeature(ROOT, request)
  const [made, changed] = writeChanges(plan)
  const { many } = plan.feature.names
  const migration = makeMigration(ROOT, many.kebab, many.snake)
  // Resolving the config sets up the router's plugin, which writes src/routeTree.gen.ts.
  await resolveConfig({ root: ROOT, logLevel: 'error' }, 'build')
  printResult([...made, migration], [...changed, 'src/routeTree.gen.ts', `${MIGRATIONS}/meta`], plan.next)
}

/** Writes the files of a plan. @returns the paths of new files, and of changed files */
function writeChanges(files: Changes): [made: string[], changed: string[]] {
  if (hasUncommittedChanges())
    console.log('You have uncommitted changes. The generated code is added on top of them.\n')
  return writeFiles(ROOT, files)
}

function parseArguments() {
  const string = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const texts = { feature: string, singular: string, owner: string, cron: string, default: string }
  return parseCommandLine(USAGE, { ...texts, secret: flag, api: flag, csv: flag, webhooks: flag })
}

function readArguments(): { kind: Kind; name: string; given: ParsedArguments } {
  const given = parseArguments()
  const [kind = '', name, ...more] = given.positionals
  if (!isKind(kind) || name === undefined || (kind !== 'feature' && more.length > 0)) throw new PlainFailure(USAGE)
  const foreign = Object.keys(given.values).find((option) => !OPTIONS[kind].includes(option))
  if (foreign !== undefined) throw new PlainFailure(`A ${kind} has no option --${foreign}.\n${USAGE}`)
  return { kind, name, given }
}

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(OPTIONS, kind)
}

async function readFeature(plural: string, { positionals, values }: ParsedArguments): Promise<FeatureRequest> {
  const fields = positionals.slice(2)
  const owner = OWNERS.find((one) => one === values.owner)
  if (owner === undefined && values.owner !== undefined) throw new PlainFailure(USAGE)
  const names = namesFor(plural, values.singular)
  const switches = SWITCHES.filter((one) => values[one])
  // In a terminal, prompt for the fields if the command names no field.
  if (fields.length === 0 && process.stdin.isTTY)
    return { names, ...(await askForFields(plural)), ...(owner && { owner }), switches }
  return { names, owner, switches, fields: parseFields(fields.length > 0 ? fields : USUAL_FIELDS) }
}

/** Writes the field-dependent files of the template, so that developers can read them next to its other files. */
function writeTemplate() {
  const files = Object.entries(generatedFiles(TEMPLATE_FEATURE)).map(([file, text]) => [
    `${TEMPLATE_FOLDER}/${file}`,
    text,
  ])
  for (const [file = '', text = ''] of files) writeFile(ROOT, file, text)
  runTool(ROOT, 'oxfmt', ...files.map(([file = '']) => file))
}

function hasUncommittedChanges(): boolean {
  try {
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore']
    return execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8', stdio }) !== ''
  } catch {
    return false
  }
}

function printResult(made: string[], changed: string[], next: string[]) {
  const list = (verb: string, files: string[]) =>
    `${verb} ${files.length} ${files.length === 1 ? 'file' : 'files'}:${files.map((file) => `\n  ${file}`).join('')}\n`
  const steps = next.map((step, place) => `\n  ${place + 1}. ${step.replaceAll('\n', '\n     ')}`)
  if (made.length > 0) console.log(list('Created', made))
  console.log(`${list('Changed', changed)}\nNext: review the changes with git diff, then:${steps.join('')}`)
}
