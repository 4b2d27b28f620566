import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** The date of the newest migration of tests. Dates of tests are later than those of all real migrations. */
let newest = Date.UTC(2100, 0)

/** Creates a folder with new migrations, until the test ends. @param texts the text of each migration */
export async function folderOfMigrations(...texts: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(path.join(folder, 'meta'))
  const entries = texts.map((text, idx) => {
    newest += 1
    return { idx, version: '7', when: newest, tag: `000${idx}_newest`, breakpoints: true, text }
  })
  for (const { tag, text } of entries) await writeFile(path.join(folder, `${tag}.sql`), text)
  await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ dialect: 'postgresql', entries }))
  return folder
}
