import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS } from './migrations.ts'

test('the journal lists exactly the migration files', () => {
  const { entries } = JSON.parse(readFileSync(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { idx: number; tag: string; when: number }[]
  }
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'))
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted())
  // Times must increase, because a database runs only migrations that are newer than the latest one it has run.
  expect(entries.map(({ when }) => when)).toEqual(entries.map(({ when }) => when).toSorted((one, other) => one - other))
  expect(entries.map(({ idx }) => idx)).toEqual(entries.map((_entry, index) => index))
})
