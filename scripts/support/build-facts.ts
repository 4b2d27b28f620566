import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Returns the version of the package and the commit of this build. The variable COMMIT overrides the commit, for example in
 * the container image, which contains no Git repository.
 */
export function buildFacts(): { version: string; commit: string | null } {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  if (process.env.COMMIT) return { version, commit: process.env.COMMIT }
  try {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()
    return { version, commit }
  } catch {
    return { version, commit: null }
  }
}
