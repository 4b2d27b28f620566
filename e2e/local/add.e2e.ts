import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { readRecipe, recipeNames } from '../../scripts/add/recipe.ts'
import { copyCheckout, type CopyOfCheckout } from '../support/copy-of-checkout.ts'
import { createEmptyDatabase } from '../support/script.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const ADD = ['node', 'scripts/add.ts'] as const
/** The recipes of features that the app does not have yet. */
const RECIPES = recipeNames(ROOT).filter((name) => !existsSync(path.join(ROOT, 'src/features', name)))
const MIGRATION = /^src\/db\/migrations\//

let copy: CopyOfCheckout

test.describe.configure({ timeout: 1_800_000 })
test.beforeEach(() => {
  copy = copyCheckout('add')
})
test.afterEach(() => copy.remove())

test('a refused or previewed addition writes nothing', ONLY_IN_FULL_RUN, async () => {
  const [name = ''] = RECIPES
  test.skip(name === '', 'the app has the features of all recipes')
  for (const [args, told] of [
    [[], 'Usage: npm run add'],
    [[name, name], 'Usage: npm run add'],
    [[name, '--force'], 'Usage: npm run add'],
    [['castles'], "There's no recipe"],
    [['../src'], "There's no recipe"],
  ] as const)
    await expect(copy.run(...ADD, ...args), args.join(' ')).rejects.toThrow(told)
  const { output } = await copy.run(...ADD, name, '--dry-run')
  expect(output).toContain(`  src/features/${name}/feature.ts`)
  expect(changes()).toEqual([])

  writeFileSync(path.join(copy.folder, 'README.md'), 'changed')
  await expect(copy.run(...ADD, name)).rejects.toThrow('uncommitted changes: README.md')
  expect(changes()).toEqual(['README.md'])
})

test('if npm cannot install a package, no file is changed', async () => {
  const recipe = path.join(copy.folder, 'recipes/billing/recipe.json')
  test.skip(!RECIPES.includes('billing'), 'the app has billing')
  writeFileSync(recipe, readFileSync(recipe, 'utf8').replace(/"stripe": "[^"]+"/, '"stripe": "0.0.404"'))
  copy.git('add', '--all')
  await expect(copy.run(...ADD, 'billing', '--no-install')).rejects.toThrow("Couldn't install stripe@0.0.404")
  expect(changes()).toEqual([])
})

for (const name of RECIPES)
  test(
    `an app with the recipe ${name} passes all checks and the tests of the feature, and its removal leaves only migrations`,
    ONLY_IN_FULL_RUN,
    async () => {
      const before = commit('the app')
      const { packages = {} } = await readRecipe(ROOT, name)
      installPackages(packages)
      const { output } = await copy.run(...ADD, name, '--no-install')
      expect(output).toContain(`Added ${name}.`)
      copy.git('add', '--all')
      await check(name)
      await migrate()
      await copy.run('vite', 'build', '--logLevel', 'error')
      const endToEnd = ['playwright', 'test', '--config', 'e2e/playwright.config.ts'] as const
      await copy.run(...endToEnd, `e2e/${name}`)
      const ofAllPages = ['e2e/server/functions.e2e.ts', 'e2e/pages/every-page.e2e.ts']
      await copy.run(...endToEnd, ...ofAllPages, '-g', `${name}|has a row|every route`)

      commit(`with ${name}`)
      await copy.run('node', 'scripts/remove.ts', 'feature', name, '--yes')
      copy.git('add', '--all')
      const left = copy.git('diff', '--cached', '--name-only', before).split('\n').filter(Boolean)
      expect(left.filter((file) => !MIGRATION.test(file))).toEqual([])
      await migrate()
    },
  )

/** Returns the paths of changed and new files that are not staged. */
function changes(): string[] {
  const listed = `${copy.git('diff', '--name-only')}\n${copy.git('ls-files', '--others', '--exclude-standard')}`
  return listed.split('\n').filter(Boolean)
}

/** Commits all files of the copy. @returns the commit */
function commit(message: string): string {
  copy.git('add', '--all')
  copy.git('-c', 'user.name=add', '-c', 'user.email=add@localhost', 'commit', '--quiet', '--message', message)
  return copy.git('rev-parse', 'HEAD')
}

/**
 * Installs the packages of a recipe for the copy. The copy links to the packages of this checkout, so link to each of them instead,
 * and to the packages of the recipe, which are installed in a folder of their own.
 */
function installPackages(packages: Record<string, string>) {
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  if (wanted.length === 0) return
  const store = path.join(copy.folder, '.data/packages')
  mkdirSync(store, { recursive: true })
  const flags = ['--prefix', store, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  execFileSync('npm', ['install', ...flags, ...wanted], { cwd: store, stdio: 'ignore' })
  const own = path.join(copy.folder, 'node_modules')
  rmSync(own)
  mkdirSync(own)
  const added = path.join(store, 'node_modules')
  for (const folder of [path.join(ROOT, 'node_modules'), added])
    for (const name of readdirSync(folder).filter((name) => !existsSync(path.join(own, name))))
      symlinkSync(path.join(folder, name), path.join(own, name))
}

/** Runs the checks of `npm run check`, with only those tests that a new feature can break. */
async function check(name: string) {
  await copy.run('oxfmt', '--check', '.')
  await copy.run('oxlint', '--type-aware', '--type-check', '.')
  await copy.run('knip')
  const excluded = ['new-field.all', 'stand-ins', 'speeds.slow'].flatMap((test) => [
    '--exclude',
    `src/architecture/${test}.test.ts`,
  ])
  const tests = [
    `src/features/${name}`,
    'src/architecture',
    'src/auth/permissions.test.ts',
    'src/env',
    'src/db/migrations.test.ts',
    'scripts/add',
    'scripts/create/baseline.test.ts',
    'scripts/remove/list.test.ts',
  ]
  await copy.run('vitest', 'run', '--reporter=dot', ...excluded, ...tests)
}

/** Applies all migrations of the copy to an empty database. */
async function migrate() {
  const setting = `process.env.DATABASE_URL=${JSON.stringify(await createEmptyDatabase())}`
  await copy.run('node', `--import=data:text/javascript,${setting}`, 'scripts/migrate.ts')
}
