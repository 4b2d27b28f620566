// Runs in the new app after `npm run create` has copied the files: deletes files that only this project needs, removes features,
// renames the app, and writes the first migration.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PlainFailure, describeFailure } from '../support/plain-failure.ts'
import { writeBaseline } from './baseline.ts'
import { chooseFeaturesToRemove } from './choose.ts'
import { writeFirstDocuments } from './first-documents.ts'
import { deleteProjectOnlyFiles, appManifest } from './left-behind.ts'
import { replaceProjectName, type Answers } from './own-name.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const MIGRATIONS = path.join(ROOT, 'src/db/migrations')

try {
  const { values } = parseArgs({ options: { without: { type: 'string' }, ask: { type: 'boolean', default: false } } })
  const answers = JSON.parse(process.env.CREATE_ANSWERS ?? '') as Answers
  const without = values.ask ? await chooseFeaturesToRemove(ROOT) : (values.without?.split(',').filter(Boolean) ?? [])
  deleteProjectOnlyFiles(ROOT)
  writeFirstDocuments(ROOT, answers)
  writeManifests(answers.packageName)
  for (const feature of without) {
    // The feature was already removed together with another feature that it needs.
    if (!existsSync(path.join(ROOT, 'src/features', feature))) continue
    console.log(`Removing the feature ${feature}…`)
    // Pass --with-changes, because the app has no commit yet, and its folder can be inside of another Git repository.
    const removal = ['scripts/remove.ts', 'feature', feature, '--with-changes', '--yes']
    const { status } = spawnSync(process.execPath, removal, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new PlainFailure(`Couldn't remove the feature ${feature}, for the reason above.`)
  }
  replaceProjectName(ROOT, answers)
  writeStarter(answers, without)
  rmSync(MIGRATIONS, { recursive: true })
  writeBaseline(ROOT, MIGRATIONS)
  run(path.join(ROOT, 'node_modules/.bin/oxfmt'), '.')
} catch (error) {
  console.error(describeFailure(error))
  process.exit(1)
}

/** Writes package.json and the lockfile, without the packages that the app does not need. npm downloads no packages. */
function writeManifests(packageName: string) {
  const manifest = path.join(ROOT, 'package.json')
  writeFileSync(manifest, appManifest(readFileSync(manifest, 'utf8'), packageName))
  run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund')
}

/** Writes the starter's version and the app's options to package.json. `npm run upgrade` creates the app again from them. */
function writeStarter({ starter, name, slug, team, sender, security }: Answers, without: string[]) {
  const manifest = path.join(ROOT, 'package.json')
  const options = { name, slug, team, sender, security }
  const whole = { ...(JSON.parse(readFileSync(manifest, 'utf8')) as object), starter: { ...starter, without, options } }
  writeFileSync(manifest, `${JSON.stringify(whole, null, 2)}\n`)
}

function run(program: string, ...args: string[]) {
  execFileSync(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
}
