// Brings an app up to a later release of its starter: `npm run upgrade`. Creates the app again from the old and the new release,
// and merges the difference on a branch of its own, where Git marks conflicts.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PlainFailure, describeFailure } from './support/plain-failure.ts'
import { createApp } from './upgrade/create-app.ts'
import { type Git, gitIn, hasGit } from './upgrade/git.ts'
import { newMigrations } from './upgrade/migrations.ts'
import { readStarter } from './upgrade/read-starter.ts'
import { newChangelogEntries } from './upgrade/changelog-entries.ts'
import { fetchReleases, type Releases } from './upgrade/releases.ts'
import { replaceMigrations } from './upgrade/replace-migrations.ts'

const USAGE = `Usage: npm run upgrade
  --to v0.4.0            the release, branch or commit of the starter to upgrade to; the default is the newest release
  --from 449dada         the release or commit that the app was made from; the default is in package.json
  --repository URL       the Git repository of the starter; the default is in package.json`
// The current folder, so that a checkout of the starter can upgrade an app that does not have this script.
const ROOT = process.cwd()

try {
  await upgrade()
} catch (error) {
  console.error(describeFailure(error))
  process.exitCode = 1
}

async function upgrade() {
  const git = gitIn(ROOT)
  const starter = readStarter(ROOT, readOptions())
  refuseUnsafeState(git)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upgrade-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  console.log(`Fetching ${starter.repository}…`)
  const releases = fetchReleases(starter, folder)
  const branch = `upgrade-${releases.to.label}`
  if (git('branch', '--list', branch) !== '')
    throw new PlainFailure(
      `The branch ${branch} already exists. Merge it, or delete it with git branch -D ${branch}, then run the command again.`,
    )
  const before = await createApp(releases.from, starter, path.join(folder, 'before'))
  const after = await createApp(releases.to, starter, path.join(folder, 'after'))
  merge(git, { branch, releases, before, after })
}

function readOptions() {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({ options: { to: text, from: text, repository: text, help: { type: 'boolean' } } })
    if (values.help) {
      console.log(USAGE)
      process.exit(0)
    }
    return values
  } catch (error) {
    throw new PlainFailure(`${error instanceof Error ? error.message : ''}\n${USAGE}`, { cause: error })
  }
}

function refuseUnsafeState(git: Git) {
  if (!hasGit()) throw new PlainFailure("Git wasn't found. Install it first, because an upgrade is a Git merge.")
  if (git.fails('rev-parse', '--verify', '--quiet', 'HEAD'))
    throw new PlainFailure(
      "This folder isn't a Git repository, or has no commits yet. Run git init, commit all files, then upgrade.",
    )
  if (git('rev-parse', '--show-prefix') !== '')
    throw new PlainFailure(
      'The app is in a subfolder of its Git repository. Upgrades work only at the root of a repository.',
    )
  if (git('status', '--porcelain', '--untracked-files=no') !== '')
    throw new PlainFailure('There are uncommitted changes. Commit or stash them first. Nothing was changed.')
}

interface MergeRequest {
  branch: string
  releases: Releases
  /** Folders of the two created apps, which are Git repositories. */
  before: string
  after: string
}

/** Applies the difference between the two created apps to the current commit, on a new branch. */
function merge(git: Git, { branch, releases, before, after }: MergeRequest) {
  for (const app of [before, after]) git('fetch', '--quiet', '--no-tags', app, 'HEAD')
  const treeOf = (app: string) => gitIn(app)('rev-parse', 'HEAD^{tree}')
  const migrations = newMigrations({ git, releases, before, after })
  const base = replaceMigrations(git, treeOf(before), [])
  const wanted = replaceMigrations(git, treeOf(after), migrations.files)
  if (base === wanted) {
    console.log('Both releases create the same app, so there is nothing to merge.')
    return
  }
  const asUpgrade = ['-c', 'user.name=upgrade', '-c', 'user.email=upgrade@localhost']
  const from = git(...asUpgrade, 'commit-tree', base, '-m', `The app as made from ${releases.from.name}`)
  const to = git(...asUpgrade, 'commit-tree', wanted, '-p', from, '-m', `Upgrade to ${releases.to.name}`)
  git('checkout', '--quiet', '-b', branch)
  git.fails('-c', 'merge.conflictStyle=diff3', 'cherry-pick', '--allow-empty', to)
  const conflicts = git('diff', '--name-only', '--diff-filter=U').split('\n').filter(Boolean)
  reportOutcome(git, {
    branch,
    releases,
    conflicts,
    leftOut: migrations.leftOut,
    after,
    changed: git('diff', '--shortstat', from, to),
  })
}

interface UpgradeOutcome {
  branch: string
  releases: Releases
  conflicts: string[]
  /** The statements of migrations that were left out, because they concern features that the app does not have. */
  leftOut: string[]
  changed: string
  /** The folder of the app as created from the new release. */
  after: string
}

function reportOutcome(git: Git, { branch, releases, conflicts, leftOut, changed, after }: UpgradeOutcome) {
  const list = (lines: string[]) => lines.map((line) => `  ${line}`).join('\n')
  const entriesOf = (kind: string) =>
    newChangelogEntries(releases.changelogs.from, releases.changelogs.to, kind).map(
      (entry) => `- ${entry.replaceAll('**', '')}`,
    )
  const [security, parts] = [entriesOf('Security'), entriesOf('Upgrading')]
  console.log(`\n${releases.from.name} to ${releases.to.name}: ${changed}.`)
  if (security.length > 0) console.log(`\nSecurity fixes in this upgrade:\n${list(security)}`)
  if (parts.length > 0) console.log(`\nChanges in this upgrade, with their files:\n${list(parts)}`)
  if (conflicts.length > 0) console.log(`\nConflicts, marked in the files (${conflicts.length}):\n${list(conflicts)}`)
  if (leftOut.length > 0)
    console.log(
      `\nStatements of migrations that were left out, because the app doesn't have their feature:\n${list(leftOut)}`,
    )
  const addedLanguages = localesIn(ROOT).filter((code) => !localesIn(after).includes(code))
  const isLockConflicted = conflicts.includes('package-lock.json')
  const steps = [
    conflicts.length > 0 && 'Resolve the conflicts.',
    isLockConflicted &&
      'package-lock.json: after package.json is resolved, git checkout --ours package-lock.json && npm install.',
    conflicts.length > 0 && 'git add --all && git cherry-pick --continue',
    ...addedLanguages.map((code) => `npm run language -- complete ${code}`),
    'npm test',
    conflicts.some((file) => file.startsWith('e2e/screenshots/')) &&
      'Screenshots of the tests: npm run e2e -- pages kit --update-snapshots.',
    `git checkout ${previousBranch(git)} && git merge ${branch}`,
  ].filter((step) => step !== false)
  console.log(`\nThe branch ${branch} has the upgrade.
Next:
${steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}
To give up: git cherry-pick --abort; git checkout ${previousBranch(git)} && git branch -D ${branch}`)
}

/** Returns the languages for which an app has texts. */
function localesIn(app: string): string[] {
  return readdirSync(path.join(app, 'locales'))
}

/** Returns the branch from which the upgrade started. */
function previousBranch(git: Git): string {
  return git('rev-parse', '--abbrev-ref', '@{-1}')
}
