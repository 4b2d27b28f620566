// Runs after every `npm ci` and `npm install`, on whatever Node the machine has: applies the changes that are kept in
// `patches` to the packages they are for, and fails where one does not fit.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
// Fetched by npx, this project is a package among others: its own are elsewhere, and scripts/create.mjs needs none.
if (existsSync(path.join(root, 'node_modules', 'postgres'))) {
  process.argv.push('--error-on-fail', '--error-on-warn')
  await import('patch-package')
}
