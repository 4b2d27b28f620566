import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { DECLARED_TABLES } from '#db/table-owners.ts'
import * as schema from '#db/schema.ts'
import { ADD_FOR_NOBODY, kindsTaken, unlimitedAdditions } from './limits.ts'
import { sources } from './source.ts'

const tables = Object.entries(schema).flatMap(([name, table]) => (is(table, PgTable) ? [[name, table] as const] : []))

test('every table has a limit, or a reason why it has none', () => {
  expect(Object.keys(DECLARED_TABLES).sort()).toEqual(tables.map(([name]) => name).sort())
})

test('whatever adds a row whose number is limited takes room for it', () => {
  expect(unlimitedAdditions(sources)).toEqual([])
})

test('every limit is one that is kept', () => {
  const limited = Object.entries(DECLARED_TABLES).flatMap(([table, { limit }]) =>
    typeof limit === 'string' ? [] : [table],
  )
  expect(kindsTaken(sources)).toEqual(limited.sort())
})

test('whoever may add without a limit does so', () => {
  const idle = Object.keys(ADD_FOR_NOBODY).filter((path) => !sources.some((source) => source.path === path))
  expect(idle).toEqual([])
})

test('tables are called in SQL what they are called in the code', () => {
  const inCode = tables.map(([name]) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  expect(tables.map(([, table]) => getTableName(table))).toEqual(inCode)
})

test.each([
  ['by the query builder', 'async function f() { await db.insert(repository).values(one) }'],
  ['into a table that nobody knows', 'async function f() { await db.insert(invoice).values(one) }'],
  ['as SQL', 'async function f() { await db.execute(sql`insert into invitation (id) values (1)`) }'],
  ['as SQL with the table handed in', 'async function f() { await db.execute(sql`insert into ${invitation} select`) }'],
  [
    'beside another that does',
    'async function f() { await takeRoom(a) }\nasync function g() { await db.insert(user) }',
  ],
])('what adds a row %s and takes no room is found', (_name, text) => {
  expect(unlimitedAdditions([{ path: 'src/features/a/a.server.ts', text }])).toHaveLength(1)
})

test.each([
  [
    'takes room',
    "async function f() { await takeRoom(context, 'repository'); await db.insert(repository).values(one) }",
  ],
  ['adds what has a reason', 'async function f() { await db.insert(historyEvent).values(one) }'],
])('what %s passes', (_name, text) => {
  expect(unlimitedAdditions([{ path: 'src/features/a/a.server.ts', text }])).toEqual([])
})
