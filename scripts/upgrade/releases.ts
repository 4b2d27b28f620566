import { appendFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { PlainFailure } from '../support/plain-failure.ts'
import { type Git, gitIn } from './git.ts'
import type { Starter } from './read-starter.ts'

/** A release of the starter, checked out. */
export interface Release {
  /** The version and the commit, for messages. */
  name: string
  /** The short name, used in the name of the branch. */
  label: string
  commit: string
  folder: string
}

/** The releases between which an app is upgraded. */
export interface Releases {
  from: Release
  to: Release
  changelogs: { from: string; to: string }
  /** Runs Git in a clone of the starter. */
  git: Git
}

/**
 * Clones the starter into a folder and checks out both releases there.
 * @throws {PlainFailure} if the repository or a release cannot be found, or there is nothing newer
 */
export function fetchReleases({ repository, from, to }: Starter, folder: string): Releases {
  const clone = path.join(folder, 'starter')
  const source = existsSync(repository) ? path.resolve(repository) : repository
  try {
    gitIn(folder)('clone', '--quiet', '--no-checkout', source, clone)
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    const said = stderr.trim().split('\n').at(-1)
    throw new PlainFailure(
      `Couldn't fetch ${repository}: ${said}. Check the network, or set its address with --repository. Nothing was changed.`,
      { cause: error },
    )
  }
  // Git ignores a folder named `node_modules`, but not a link to packages that are installed elsewhere.
  appendFileSync(path.join(clone, '.git/info/exclude'), 'node_modules\n')
  const git = gitIn(clone)
  const old = commitOf(git, from, '--from')
  const newest = to ?? newestTag(git) ?? 'origin/HEAD'
  const wanted = commitOf(git, newest, '--to')
  if (old === wanted)
    throw new PlainFailure(`The app is already at ${newest}, the newest release. There is nothing to upgrade.`)
  if (git.fails('merge-base', '--is-ancestor', old, wanted))
    throw new PlainFailure(`${newest} isn't later than ${from}. Choose a later release with --to. Nothing was changed.`)
  const checkOut = (commit: string, place: string): Release => {
    const at = path.join(folder, place)
    git('worktree', 'add', '--quiet', '--detach', at, commit)
    const { version } = JSON.parse(git('show', `${commit}:package.json`)) as { version: string }
    const short = git('rev-parse', '--short', commit)
    return { name: `${version} (${short})`, label: `${version}-${short}`, commit, folder: at }
  }
  const changelogOf = (commit: string) =>
    git.fails('cat-file', '-e', `${commit}:CHANGELOG.md`) ? '' : git('show', `${commit}:CHANGELOG.md`)
  return {
    from: checkOut(old, 'old-release'),
    to: checkOut(wanted, 'new-release'),
    changelogs: { from: changelogOf(old), to: changelogOf(wanted) },
    git,
  }
}

/** Returns the newest version's tag. */
function newestTag(git: Git): string | undefined {
  return git('tag', '--list', 'v[0-9]*', '--sort=-version:refname').split('\n').find(Boolean)
}

function commitOf(git: Git, name: string, option: string): string {
  const found = [name, `origin/${name}`, `v${name}`].find(
    (one) => !git.fails('rev-parse', '--verify', '--quiet', '--end-of-options', `${one}^{commit}`),
  )
  if (found === undefined)
    throw new PlainFailure(
      `The starter has no release or commit "${name}". Choose another one with ${option}. Nothing was changed.`,
    )
  return git('rev-parse', '--end-of-options', `${found}^{commit}`).split('\n').at(-1) ?? ''
}
