import { expect, test } from 'vitest'
import { mergeJson } from './merge-json.ts'
import { withoutTables } from './migrations.ts'
import { newChangelogEntries } from './changelog-entries.ts'

test('mergeJson applies the changes between two versions to a third one', () => {
  const before = { same: 1, changed: 1, gone: 1, deep: { a: 1, b: 1 }, list: [1] }
  const after = { same: 1, changed: 2, new: 1, deep: { a: 1, b: 2, c: 1 }, list: [1, 2] }
  const own = { same: 5, changed: 1, gone: 1, deep: { a: 9, b: 1, own: 1 }, list: [1], own: true }
  expect(mergeJson(before, after, own)).toEqual({
    same: 5,
    changed: 2,
    new: 1,
    deep: { a: 9, b: 2, c: 1, own: 1 },
    list: [1, 2],
    own: true,
  })
})

test('mergeJson does not restore keys that the app removed', () => {
  expect(mergeJson({ a: { b: 1 }, c: 1 }, { a: { b: 1 }, c: 1 }, { c: 1 })).toEqual({ c: 1 })
})

test('withoutTables keeps a migration’s first line, and removes statements about tables that the app does not have', () => {
  const migration = `-- outside of a transaction
create index concurrently if not exists a on webhook (id);
--> statement-breakpoint
create index concurrently if not exists b on "user" (id);
`
  expect(withoutTables(migration, ['webhook', 'webhook_delivery'])).toEqual({
    kept: '-- outside of a transaction\ncreate index concurrently if not exists b on "user" (id);\n',
    leftOut: ['create index concurrently if not exists a on webhook (id);'],
  })
  expect(withoutTables('drop table webhook;', ['webhook']).kept).toBe('select 1;\n')
  expect(withoutTables(migration, []).kept).toBe(migration)
})

test('newChangelogEntries returns the security entries that the earlier changelog does not have', () => {
  const earlier = '# Changelog\n\n## 0.1.0\n\n### Security\n\n- Old.\n\n### Fixed\n\n- Other.\n'
  const later = `# Changelog\n\n## 0.2.0\n\n### Security\n\n- New, in\n  two lines.\n- Newer.\n\n## 0.1.0\n${earlier.split('## 0.1.0')[1]}`
  expect(newChangelogEntries(earlier, later, 'Security')).toEqual(['New, in two lines.', 'Newer.'])
  expect(newChangelogEntries(later, later, 'Security')).toEqual([])
})
