import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readFeatureSql } from '../support/feature-sql.ts'

const BREAKPOINT = '\n--> statement-breakpoint\n'

/**
 * Writes the first migration of a new app, with all tables, functions and triggers, to an empty folder.
 * @param root the root folder of the app
 */
export function writeBaseline(root: string, folder: string): void {
  const tables = ['--dialect', 'postgresql', '--casing', 'snake_case', '--schema', './src/db/schema.ts']
  execFileSync(
    path.join(root, 'node_modules/.bin/drizzle-kit'),
    ['generate', ...tables, '--out', folder, '--name', 'baseline'],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  )
  const file = path.join(folder, '0000_baseline.sql')
  const features = readdirSync(path.join(root, 'src/features')).flatMap((name) => readFeatureSql(root, name))
  writeFileSync(
    file,
    [readFileSync(path.join(root, 'src/db/before-tables.sql'), 'utf8'), readFileSync(file, 'utf8'), ...features]
      .map((sql) => sql.trim())
      .join(BREAKPOINT) + '\n',
  )
}
