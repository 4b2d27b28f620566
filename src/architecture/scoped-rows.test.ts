import { expect, test } from 'vitest'
import { OF_ALL_OWNERS, unscopedQueries } from './scoped-rows.ts'
import { sources } from './source.ts'

test('every query of rows that have an owner says whose they are', () => {
  expect(unscopedQueries(sources)).toEqual([])
})

test('whoever may ask for those of all owners does so', () => {
  const idle = Object.keys(OF_ALL_OWNERS).filter((path) => {
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
  ['SQL with the table handed in', 'const a = sql`select 1 from ${repository} where true`'],
])('%s that does not say whose is found', (_name, text) => {
  expect(unscopedQueries([{ path: 'src/features/a/a.server.ts', text }])).toHaveLength(1)
})

test.each([
  ['a select', `async function f() { await db.select().from(repository).where(and(rowsFor(repository, context), a)) }`],
  ['SQL', 'const a = sql`select name from repository where ${rowsFor(repository, context)}`'],
])('%s that says whose passes', (_name, text) => {
  expect(unscopedQueries([{ path: 'src/features/a/a.server.ts', text }])).toEqual([])
})
