import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Git } from './git.ts'
import { type MigrationFile, MIGRATIONS } from './migrations.ts'

/**
 * Writes a copy of a Git tree whose folder of migrations has the files of the current commit, plus `files`. The trees of both
 * releases get such a folder, so that the merge does not change the existing migrations of the app.
 * @returns the ID of the new tree
 */
export function replaceMigrations(git: Git, tree: string, files: MigrationFile[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upgrade-index-'))
  const env = { GIT_INDEX_FILE: path.join(folder, 'index') }
  try {
    git.with({ env }, 'read-tree', tree)
    git.with({ env }, 'rm', '-r', '-f', '--quiet', '--cached', '--ignore-unmatch', MIGRATIONS)
    git.with({ env }, 'read-tree', `--prefix=${MIGRATIONS}/`, `HEAD:${MIGRATIONS}`)
    for (const { name, text } of files) {
      const blob = git.with({ input: text }, 'hash-object', '-w', '--stdin')
      git.with({ env }, 'update-index', '--add', '--cacheinfo', `100644,${blob},${MIGRATIONS}/${name}`)
    }
    return git.with({ env }, 'write-tree')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
