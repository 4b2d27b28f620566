import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { DECLARED_TABLES } from '#db/table-owners.ts'
import * as schema from '#db/schema.ts'
import { UNLIMITED_INSERTS, kindsPassedToTakeRoom, unlimitedAdditions } from './limits.ts'
import { sources } from './source.ts'

const tables = Object.entries(schema).flatMap(([name, table]) => (is(table, PgTable) ? [[name, table] as const] : []))

test('every table is declared with a limit, or with a reason for having no limit', () => {
  expect(Object.keys(DECLARED_TABLES).sort()).toEqual(tables.map(([name]) => name).sort())
})

test('all code that inserts rows of limited tables calls takeRoom', () => {
  expect(unlimitedAdditions(sources)).toEqual([])
})

test('takeRoom is called for every limited table', () => {
  const limited = Object.entries(DECLARED_TABLES).flatMap(([table, { limit }]) =>
    typeof limit === 'string' ? [] : [table],
  )
  expect(kindsPassedToTakeRoom(sources)).toEqual(limited.sort())
})

test('every file of UNLIMITED_INSERTS exists', () => {
  const idle = Object.keys(UNLIMITED_INSERTS).filter((path) => !sources.some((source) => source.path === path))
  expect(idle).toEqual([])
})

test('every table has the same name in SQL as in the code', () => {
  const inCode = tables.map(([name]) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  expect(tables.map(([, table]) => getTableName(table))).toEqual(inCode)
})

test.each([
  ['with the query builder', 'async function f() { await db.insert(repository).values(one) }'],
  ['into an undeclared table', 'async function f() { await db.insert(invoice).values(one) }'],
  ['with SQL', 'async function f() { await db.execute(sql`insert into invitation (id) values (1)`) }'],
  [
    'with SQL and an interpolated table',
    'async function f() { await db.execute(sql`insert into ${invitation} select`) }',
  ],
  [
    'next to a function that calls takeRoom',
    'async function f() { await takeRoom(a) }\nasync function g() { await db.insert(user) }',
  ],
])('unlimitedAdditions reports an insert without a call to takeRoom: %s', (_name, text) => {
  expect(unlimitedAdditions([{ path: 'src/features/a/a.server.ts', text }])).toHaveLength(1)
})

test.each([
  [
    'that follows takeRoom',
    "async function f() { await takeRoom(context, 'repository'); await db.insert(repository).values(one) }",
  ],
  ['into a table without a limit', 'async function f() { await db.insert(historyEvent).values(one) }'],
])('unlimitedAdditions accepts an insert %s', (_name, text) => {
  expect(unlimitedAdditions([{ path: 'src/features/a/a.server.ts', text }])).toEqual([])
})
