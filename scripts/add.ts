// Adds an optional feature from its recipe: `npm run add -- billing`. `--dry-run` only lists the changes.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { resolveConfig } from 'vite'
import { planAddition, type Addition } from './add/plan.ts'
import { readRecipe, recipeNames, recipePath, type Recipe } from './add/recipe.ts'
import { parseCommandLine } from './support/command-line.ts'
import { PlainFailure, describeFailure } from './support/plain-failure.ts'
import { isInGitRepository, requireCleanTree } from './support/require-clean-tree.ts'
import { makeMigration, MIGRATIONS, writeFile, writeFiles } from './support/write-code.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const USAGE = `Usage: npm run add -- billing
  --dry-run        lists the changes without making them
  --with-changes   skips the check for uncommitted changes
  --no-install     writes package.json and the lockfile, but installs no packages
Recipes: ${recipeNames(ROOT).join(', ')}`
const MANIFESTS = ['package.json', 'package-lock.json']

try {
  await add()
} catch (error) {
  console.error(describeFailure(error))
  process.exit(1)
}

async function add() {
  const { name, values } = readArguments()
  const recipe = await readRecipe(ROOT, name)
  const addition = planAddition(ROOT, recipe)
  if (values['dry-run']) return printChanges(addition)
  if (isInGitRepository(ROOT) && !values['with-changes']) requireCleanTree(ROOT)
  install(addition, values['no-install'] ?? false)
  const [made, changed] = writeFiles(ROOT, addition)
  if (addition.hasTables) made.push(makeMigration(ROOT, name, name.replaceAll('-', '_')))
  // Resolving the config sets up the router's plugin, which writes src/routeTree.gen.ts.
  await resolveConfig({ root: ROOT, logLevel: 'error' }, 'build')
  printResult(recipe, addition, [made, [...changed, ...(addition.hasTables ? [`${MIGRATIONS}/meta`] : [])]])
}

function readArguments() {
  const flag = { type: 'boolean' } as const
  const given = parseCommandLine(USAGE, { 'dry-run': flag, 'with-changes': flag, 'no-install': flag })
  const [name, ...more] = given.positionals
  if (name === undefined || more.length > 0) throw new PlainFailure(USAGE)
  return { name, values: given.values }
}

/** Installs the packages of the recipe before any other file is written. Restores the manifests if npm fails. */
function install({ packages, changed }: Addition, isLockfileOnly: boolean) {
  if (Object.keys(packages).length === 0) return
  const before = MANIFESTS.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const)
  writeFile(ROOT, 'package.json', changed.get('package.json') ?? '')
  const args = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  try {
    execFileSync('npm', [...args, ...(isLockfileOnly ? ['--package-lock-only'] : [])], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    })
  } catch (error) {
    for (const [file, text] of before) writeFile(ROOT, file, text)
    const [reason] = /^npm error .+$/m.exec(String((error as { stderr?: Buffer }).stderr)) ?? ['npm install failed']
    throw new PlainFailure(
      `Couldn't install ${Object.entries(packages)
        .map((one) => one.join('@'))
        .join(', ')}: ${reason}. Nothing was written.`,
      { cause: error },
    )
  }
}

function formatList(title: string, files: Iterable<string>): string {
  const names = [...files]
  return `${title} (${names.length}):\n${names.map((name) => `  ${name}`).join('\n')}\n`
}

function printChanges({ made, changed, packages, hasTables }: Addition) {
  console.log(formatList('Files to create', made.keys()))
  console.log(formatList('Files to change', changed.keys()))
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  if (names.length > 0) console.log(formatList('Packages to install', names))
  if (hasTables) console.log(formatList('Migrations to create', ['the tables of the feature']))
}

function printResult({ name }: Recipe, { untranslated, hasTables }: Addition, [made, changed]: [string[], string[]]) {
  const languages = Object.keys(untranslated)
  const steps = [
    `Read ${recipePath(name, 'README.md')}, which describes the settings and whatever else the feature needs.`,
    `Run npm run check and npm run e2e -- ${name}, then review git diff.`,
    hasTables && 'The next start applies its migration; npm run db:migrate does the same.',
    languages.length > 0 && `Translate its texts, which are still English in ${languages.join(', ')}.`,
    'Take new screenshots: npm run e2e -- e2e/pages/visual.e2e.ts --update-snapshots',
    `To remove it again: npm run remove -- feature ${name}`,
  ].filter((step) => step !== false)
  console.log(`${formatList('Created', made)}\n${formatList('Changed', changed)}
Added ${name}. Next:
${steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}`)
}
