// Makes a new app from this one: `npm run create -- ../my-app` beside a checkout, `npm run create -- .` out of a copy that was
// fetched without its history. Plain JavaScript without dependencies: it runs before anything is installed.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const USAGE = `Say where the new app shall be: npm run create -- ../my-app
  --without webhooks,palette   leaves these features out
  --only webhooks,palette      of the features that come out, takes these alone; --only core takes none
npm run features lists them.`

const source = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
/** Data, secrets, what is built or installed, and what belongs to this repository alone. */
const LEFT_BEHIND = new Set([
  '.git',
  'node_modules',
  'dist',
  '.data',
  '.env',
  'test-results',
  'playwright-report',
  '.tanstack',
])

const { place, without, asks } = readArguments()
const target = path.resolve(place)
const name = path.basename(target).toLowerCase()
if (!/^[a-z][a-z0-9-]{0,60}$/.test(name))
  fail(`"${name}" cannot be the name of an app: use letters, digits and dashes, a letter first.`)
const isHere = target === source
if (isHere && existsSync(path.join(target, '.git')))
  fail(`${target} is a checkout with a history: say where the new app shall be, ../my-app for example.`)
if (!isHere && existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty.`)

if (!isHere) copy()
rename()
const settings = path.join(target, '.env')
if (!existsSync(settings))
  writeFileSync(settings, `BETTER_AUTH_SECRET=${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
finish()
commit()
console.log(`\n${title()} is in ${target}\n\n  cd ${path.relative(process.cwd(), target) || '.'}\n  npm start\n`)

function readArguments() {
  let given
  try {
    given = parseArgs({ allowPositionals: true, options: { without: { type: 'string' }, only: { type: 'string' } } })
  } catch (error) {
    fail(`${error.message}\n${USAGE}`)
  }
  const { values, positionals } = given
  if (positionals.length !== 1 || (values.without !== undefined && values.only !== undefined)) fail(USAGE)
  const optional = optionalFeatures()
  const named = (values.without ?? values.only ?? '').split(',').filter((one) => one !== '')
  const isKnown = (one) => optional.includes(one) || (values.only !== undefined && one === 'core')
  const unknown = named.find((one) => !isKnown(one))
  if (unknown !== undefined) fail(`"${unknown}" is no feature that comes out. These do: ${optional.join(', ')}.`)
  return {
    place: positionals[0],
    without: values.only === undefined ? named : optional.filter((one) => !named.includes(one)),
    asks: values.without === undefined && values.only === undefined && process.stdin.isTTY && process.stdout.isTTY,
  }
}

/** Lists the features that come out, as their manifests say. */
function optionalFeatures() {
  const folder = path.join(source, 'src/features')
  return readdirSync(folder).filter((feature) => {
    const manifest = path.join(folder, feature, 'feature.ts')
    return existsSync(manifest) && /^ {2}isOptional: true,$/m.test(readFileSync(manifest, 'utf8'))
  })
}

/** Does in the new app what needs packages: those of this checkout, or its own, where it was fetched alone. */
function finish() {
  const [own, lent] = [target, source].map((folder) => path.join(folder, 'node_modules'))
  const isLent = !existsSync(own) && existsSync(lent)
  if (isLent) symlinkSync(lent, own, 'junction')
  if (!existsSync(own)) run(process.execPath, ['scripts/set-up.mjs'])
  const choice = asks ? ['--ask'] : ['--without', without.join(',')]
  const bin = path.join(own, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const isDone = run(bin, ['scripts/create/finish.ts', ...choice])
  if (isLent) rmSync(own)
  if (!isDone) fail(`${target} was not finished: delete it and start over.`)
}

function run(command, args) {
  return spawnSync(command, args, { cwd: target, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0
}

function copy() {
  mkdirSync(target, { recursive: true })
  for (const entry of readdirSync(source)) {
    if (LEFT_BEHIND.has(entry) || path.join(source, entry) === target) continue
    cpSync(path.join(source, entry), path.join(target, entry), {
      recursive: true,
      filter: (file) => !LEFT_BEHIND.has(path.basename(file)) && path.resolve(file) !== target,
    })
  }
}

function rename() {
  edit('package.json', (text) => {
    return json({ ...JSON.parse(text), name, version: '0.1.0', repository: undefined })
  })
  edit('package-lock.json', (text) => {
    const lock = JSON.parse(text)
    const root = { ...lock.packages[''], name, version: '0.1.0' }
    return json({ ...lock, name, version: '0.1.0', packages: { ...lock.packages, '': root } })
  })
  edit('app.config.ts', (text) => text.replace(/name: '[^']*'/, `name: '${title()}'`))
}

function commit() {
  try {
    const git = (...args) => execFileSync('git', args, { cwd: target, stdio: 'ignore' })
    git('init', '--initial-branch=main')
    git('add', '--all')
    git(
      '-c',
      'user.name=create',
      '-c',
      'user.email=create@localhost',
      'commit',
      '--message',
      `${title()}: first commit`,
    )
  } catch {
    console.log('git is not here: the app is made, without a first commit.')
  }
}

function edit(file, change) {
  const place = path.join(target, file)
  if (existsSync(place)) writeFileSync(place, change(readFileSync(place, 'utf8')))
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`
}

function title() {
  return name
    .split('-')
    .filter(Boolean)
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(' ')
}

function fail(text) {
  console.error(text)
  process.exit(1)
}
