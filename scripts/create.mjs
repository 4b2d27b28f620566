// Makes a new app from this one: `npm run create -- ../my-app` beside a checkout, `npm run create -- .` out of a copy that was
// fetched without its history. Plain JavaScript without dependencies: it runs before anything is installed.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

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

const target = path.resolve(process.argv[2] ?? '')
const name = path.basename(target).toLowerCase()
if (process.argv[2] === undefined) fail('Say where the new app shall be: create my-app')
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
commit()
console.log(`\n${title()} is in ${target}\n\n  cd ${path.relative(process.cwd(), target) || '.'}\n  npm start\n`)

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
