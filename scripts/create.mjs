// Creates a new app from this one: `npm run create -- ../paper-boat` copies a checkout, `npm run create -- .` converts a download
// without Git history. Plain JavaScript without dependencies, because the script runs before packages are installed. It creates
// the app in a temporary folder next to the target and moves the complete app, so that a failure leaves no files.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readAnswers, Refusal } from './create/answers.mjs'

const source = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
/** Entries that are not copied: data, secrets, build output, installed packages and Git history. */
const NOT_COPIED = new Set([
  '.git',
  'node_modules',
  'dist',
  '.data',
  '.env',
  'test-results',
  'playwright-report',
  '.tanstack',
])

const INCOMPLETE = "The app wasn't created, and nothing was written."

let stage
// Without a handler, an interrupt would end this process before it has deleted the incomplete app.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
process.on('exit', () => {
  if (stage !== undefined) rmSync(stage, { recursive: true, force: true })
})

try {
  const answers = await readAnswers(source)
  const { target, isHere } = answers
  stage = mkdtempSync(path.join(nearestFolder(path.dirname(target)), '.create-'))
  copySourceToStage(target)
  if (!existsSync(path.join(target, '.env')))
    writeFileSync(path.join(stage, '.env'), `BETTER_AUTH_SECRET=${randomBytes(32).toString('base64')}\n`, {
      mode: 0o600,
    })
  finishStage(answers)
  const problem = makeFirstCommit(answers.name)
  if (isHere) replaceFiles(target)
  else moveStage(target)
  report(answers, problem)
} catch (error) {
  const isAboutFiles = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR'].includes(error.code)
  if (!(error instanceof Refusal || isAboutFiles)) throw error
  console.error(isAboutFiles ? `${error.message}. Choose another folder; nothing was written.` : error.message)
  process.exit(1)
}

function nearestFolder(folder) {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder))
}

function copySourceToStage(target) {
  for (const entry of readdirSync(source)) {
    const from = path.join(source, entry)
    // Skip `clients` only here at the top, where generated clients are. Elsewhere, a folder of this name belongs to a feature.
    if (NOT_COPIED.has(entry) || entry === 'clients' || from === stage || from === target) continue
    cpSync(from, path.join(stage, entry), {
      recursive: true,
      filter: (file) => !NOT_COPIED.has(path.basename(file)) && file !== target && file !== stage,
    })
  }
}

/** Runs the steps that need npm packages, with the packages of this checkout. */
function finishStage({ asks, without, ...answers }) {
  const lent = path.join(source, 'node_modules')
  if (
    !existsSync(lent) &&
    spawnSync(process.execPath, ['scripts/set-up.mjs'], { cwd: source, stdio: 'inherit' }).status !== 0
  )
    throw new Refusal(INCOMPLETE)
  const own = path.join(stage, 'node_modules')
  symlinkSync(lent, own, 'junction')
  const choice = asks ? ['--ask'] : ['--without', without.join(',')]
  const bin = path.join(own, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const { status } = spawnSync(bin, ['scripts/create/finish.ts', ...choice], {
    cwd: stage,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, CREATE_ANSWERS: JSON.stringify(answers) },
  })
  rmSync(own)
  if (status !== 0) throw new Refusal(INCOMPLETE)
}

/** Commits all files. @returns a message with the next step if the commit failed */
function makeFirstCommit(name) {
  try {
    const git = (...args) => execFileSync('git', args, { cwd: stage, stdio: ['ignore', 'ignore', 'pipe'] })
    git('init', '--initial-branch=main')
    git('add', '--all')
    git('-c', 'user.name=create', '-c', 'user.email=create@localhost', 'commit', '--message', `${name}: first commit`)
  } catch (error) {
    if (error.code === 'ENOENT') return "git wasn't found: install it, then run git init and commit all files."
    const reason = String(error.stderr ?? error.message)
      .trim()
      .split('\n')
      .at(-1)
    return `The first commit failed: ${reason}. Run git commit.`
  }
}

function moveStage(target) {
  if (existsSync(target)) rmdirSync(target)
  mkdirSync(path.dirname(target), { recursive: true })
  renameSync(stage, target)
}

/** Replaces the files of a download with the files of the app. Keeps packages, data and settings. */
function replaceFiles(target) {
  for (const entry of readdirSync(target)) {
    const place = path.join(target, entry)
    if (!NOT_COPIED.has(entry) && place !== stage) rmSync(place, { recursive: true })
  }
  for (const entry of readdirSync(stage)) renameSync(path.join(stage, entry), path.join(target, entry))
}

function report({ target, name, sender, security }, problem) {
  const examples = [sender, security].filter((one) => /\.example\b/.test(one))
  const steps = [
    problem,
    'README.md: describe what the app is for.',
    examples.length > 0 &&
      `${examples.join(' and ')}: ${examples.length > 1 ? 'these are examples. Replace them' : 'this is an example. Replace it'} in app.config.ts, SECURITY.md, .env.example and deploy.`,
    'Logo, colors, typeface and link preview image: docs/brand.md.',
    'LICENSE and package.json: the license is MIT. Choose your own, but keep the line in LICENSE that names the starter.',
    'Take the screenshots of the tests: npm run e2e -- pages kit --update-snapshots.',
    'Before the first release: docs/deploying.md.',
  ].filter(Boolean)
  console.log(`
Created ${name} in ${target}

  cd ${path.relative(process.cwd(), target) || '.'}
  npm start

Left to do:
${steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}
`)
}
