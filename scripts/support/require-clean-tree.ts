import { execFileSync } from 'node:child_process'
import { PlainFailure } from './plain-failure.ts'

/**
 * Requires that there are no unstaged changes or untracked files, so that afterwards `git diff` shows only a command's changes.
 * @throws {PlainFailure} if there are such changes, or the folder is not in a Git repository
 */
export function requireCleanTree(root: string): void {
  const changes = [...git(root, 'diff', '--name-only'), ...git(root, 'ls-files', '--others', '--exclude-standard')]
  if (changes.length > 0)
    throw new PlainFailure(
      `There are uncommitted changes: ${changes.slice(0, 5).join(', ')}${changes.length > 5 ? ', …' : ''}. Commit, stage or stash them. Nothing was written.`,
    )
}

/** Whether Git is installed and the folder is in a Git repository. */
export function isInGitRepository(root: string): boolean {
  try {
    git(root, 'rev-parse', '--git-dir')
    return true
  } catch {
    return false
  }
}

function git(cwd: string, ...args: string[]): string[] {
  try {
    const output = execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return output.split('\n').filter(Boolean)
  } catch (error) {
    throw new PlainFailure(
      `This isn't a Git repository, so the changes couldn't be undone. Run git init and commit all files. Nothing was written.`,
      { cause: error },
    )
  }
}
