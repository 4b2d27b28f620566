// Runs before `npm start`, `npm test` and similar commands, on the machine's own Node, so this script uses no TypeScript and no
// dependencies. Installs packages (including a newer Node) if the lockfile changed, and builds if the sources changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const SOURCES = [
  'src',
  'locales',
  'emails',
  'public',
  'scripts',
  'app.config.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'patches',
]
const MIN_NODE_VERSION = 20

if (Number(process.versions.node.split('.')[0]) < MIN_NODE_VERSION) {
  fail(`This is Node ${process.version}. Install Node ${MIN_NODE_VERSION} or later.`)
}

// The `postinstall` script passes --installed, so that the packages of a manual `npm ci` are not installed again.
if (process.argv.includes('--installed')) writeFileSync(installedHashFile(), packagesHash())
else installIfNeeded()
if (process.argv.includes('--build')) buildIfNeeded()

function installIfNeeded() {
  if (read(installedHashFile()) === packagesHash()) return
  say('Installing packages…')
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
}

function installedHashFile() {
  return path.join(root, 'node_modules', '.installed')
}

function packagesHash() {
  return hashOf(['package-lock.json', 'patches'])
}

function buildIfNeeded() {
  const stamp = path.join(root, 'dist', '.built')
  const wanted = hashOf(SOURCES)
  if (read(stamp) === wanted) return
  say('Building…')
  // npm puts node_modules/.bin first on the path, so this runs on the project's own Node.
  run('npm', ['run', '--silent', 'build:app'])
  writeFileSync(stamp, wanted)
}

function hashOf(names) {
  const hash = createHash('sha256')
  for (const file of names.flatMap(filesIn)) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

function filesIn(name) {
  const full = path.join(root, name)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [name]
  return readdirSync(full)
    .sort()
    .flatMap((entry) => filesIn(path.join(name, entry)))
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  const advice = args[0] === 'ci' ? ' Check the network, then run the command again.' : ''
  if (status !== 0) fail(`\`${command} ${args.join(' ')}\` failed.${advice}`)
}

function say(text) {
  console.log(text)
}

function fail(text) {
  console.error(text)
  process.exit(1)
}
