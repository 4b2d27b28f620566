import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/**
 * Links the installed packages of another checkout into a release, if they were installed from the same lockfile and patches, so
 * that the release doesn't install them again.
 * @returns whether it has linked them
 */
export function linkPackages(release: string, checkout: string): boolean {
  const installed = path.join(checkout, 'node_modules')
  const stamp = path.join(installed, '.installed')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== packagesHash(release)) return false
  symlinkSync(installed, path.join(release, 'node_modules'), 'junction')
  return true
}

/** Returns the hash that `scripts/set-up.mjs` writes after it has installed the packages of a checkout. */
export function packagesHash(checkout: string): string {
  const patches = path.join(checkout, 'patches')
  const names = existsSync(patches) ? readdirSync(patches).toSorted() : []
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', ...names.map((name) => path.join('patches', name))])
    hash.update(file).update(readFileSync(path.join(checkout, file)))
  return hash.digest('hex')
}
