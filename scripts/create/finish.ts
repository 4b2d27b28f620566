// Runs in the new app after `npm run create` has copied the files: takes features out, and the tests of this project's earlier
// releases, and writes the first migration.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PlainFailure, plainWords } from '../support/plain-failure.ts'
import { writeBaseline } from './baseline.ts'
import { chooseFeatures } from './choose.ts'
import { leaveReleasesBehind } from './releases.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const MIGRATIONS = path.join(ROOT, 'src/db/migrations')

try {
  const { values } = parseArgs({ options: { without: { type: 'string' }, ask: { type: 'boolean', default: false } } })
  const without = values.ask ? await chooseFeatures(ROOT) : (values.without?.split(',').filter(Boolean) ?? [])
  leaveReleasesBehind(ROOT)
  for (const feature of without) {
    console.log(`Taking out ${feature}…`)
    const removal = ['scripts/remove.ts', 'feature', feature, '--yes']
    const { status } = spawnSync(process.execPath, removal, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new PlainFailure(`${feature} was not taken out.`)
  }
  rmSync(MIGRATIONS, { recursive: true })
  writeBaseline(ROOT, MIGRATIONS)
} catch (error) {
  console.error(plainWords(error))
  process.exit(1)
}
