import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the migrations of this build. */
export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))

/** Returns the name of the migration of this build that was created at this time; null if it is from another build. */
export function nameOfMigration(madeAt: number): string | null {
  const journal = readFileSync(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { when: number; tag: string }[] }
  return entries.find(({ when }) => when === madeAt)?.tag ?? null
}
