import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The schema after a migration, as drizzle-kit keeps it. */
interface Snapshot {
  tables: Record<string, { columns: Record<string, Column> }>
}

interface Column {
  type: string
  notNull: boolean
  default?: unknown
  generated?: unknown
  identity?: unknown
}

/** The newest migration that renamed something, with a view for the release before: `code-request-view.test.ts`. */
const NEWEST_RENAMING = '0006_snapshot.json'
const META = path.resolve(import.meta.dirname, 'migrations/meta')

const snapshots = readdirSync(META)
  .filter((file) => file.endsWith('_snapshot.json') && file >= NEWEST_RENAMING)
  .toSorted()
  .map((file) => ({ file, ...(JSON.parse(readFileSync(path.join(META, file), 'utf8')) as Snapshot) }))

test('what a migration does to tables and columns leaves nodes of the release before working', () => {
  const broken = snapshots
    .slice(1)
    .flatMap((after, index) => breaches(snapshots[index] ?? after, after).map((breach) => `${after.file}: ${breach}`))
  expect(broken).toEqual([])
})

test('a column that goes, changes its type or has to be given is found', () => {
  const text = { type: 'text', notNull: false }
  const schema = (columns: Record<string, Column>) => ({ tables: { a: { columns } } })
  const before = schema({ gone: text, other: text, strict: text })
  const after = schema({
    other: { ...text, type: 'integer' },
    strict: { ...text, notNull: true },
    new: { ...text, notNull: true },
  })
  expect(breaches(before, after)).toEqual([
    'a.gone is gone',
    'a.other is of another type',
    'a.strict has to be given now',
    'a.new has to be given now',
  ])
  expect(
    breaches(before, schema({ ...before.tables.a.columns, new: { ...text, notNull: true, default: `''` } })),
  ).toEqual([])
  expect(breaches(before, { tables: {} })).toEqual(['a is gone'])
})

function breaches({ tables }: Snapshot, after: Snapshot): string[] {
  return Object.entries(tables).flatMap(([table, { columns }]) => {
    const now = after.tables[table]?.columns
    if (!now) return [`${table} is gone`]
    const kept = Object.entries(columns).flatMap(([name, column]) => {
      const changed = now[name]
      if (!changed) return [`${table}.${name} is gone`]
      if (changed.type !== column.type) return [`${table}.${name} is of another type`]
      return hasToBeGiven(changed) && !hasToBeGiven(column) ? [`${table}.${name} has to be given now`] : []
    })
    const added = Object.entries(now).filter(([name, column]) => !columns[name] && hasToBeGiven(column))
    return [...kept, ...added.map(([name]) => `${table}.${name} has to be given now`)]
  })
}

function hasToBeGiven(column: Column): boolean {
  return column.notNull && column.default === undefined && !column.generated && !column.identity
}
