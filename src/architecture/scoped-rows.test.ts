import { expect, test } from 'vitest'
import { UNSCOPED_FILES, unscopedQueries } from './scoped-rows.ts'
import { sources } from './source.ts'

test('every query of rows with an owner has a condition on the owner', () => {
  expect(unscopedQueries(sources)).toEqual([])
})

test('every file of UNSCOPED_FILES has a query without a condition on the owner', () => {
  const idle = Object.keys(UNSCOPED_FILES).filter((path) => {
    const source = sources.find((source) => source.path === path)
    return !source || unscopedQueries([{ ...source, path: 'src/features/a/a.server.ts' }]).length === 0
  })
  expect(idle).toEqual([])
})

test.each([
  ['a select', `async function f() { const [a] = await db.select().from(repository).where(eq(repository.id, id)) }`],
  ['a change', `async function f() { await db.update(repository).set({ name }).where(eq(repository.id, id)) }`],
  ['a join', `const f = () => { return db.select().from(favourite).innerJoin(repository, eq(a, b)) }`],
  ['a count', `async function f() { if ((await db.$count(repository, eq(repository.id, id))) === 0) return }`],
  ['SQL', 'const a = sql`select name from repository where id = ${id}`'],
  ['SQL with an interpolated table', 'const a = sql`select 1 from ${repository} where true`'],
])('unscopedQueries reports %s without a condition on the owner', (_name, text) => {
  expect(unscopedQueries([{ path: 'src/features/a/a.server.ts', text }])).toHaveLength(1)
})

test.each([
  ['a select', `async function f() { await db.select().from(repository).where(and(rowsFor(repository, context), a)) }`],
  ['SQL', 'const a = sql`select name from repository where ${rowsFor(repository, context)}`'],
])('unscopedQueries accepts %s with a condition on the owner', (_name, text) => {
  expect(unscopedQueries([{ path: 'src/features/a/a.server.ts', text }])).toEqual([])
})
