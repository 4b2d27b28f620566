import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldMap } from './field-map.ts'

const boat = pgTable('boat', {
  id: integer().notNull(),
  name: text().notNull(),
  harbour: text(),
  isAfloat: boolean().notNull(),
})
const fields = fieldMap(boat, z.object({ name: z.string(), harbour: z.string() }))

test('fieldMap has the columns of the fields, under the names of the fields', () => {
  expect(fields.columns).toEqual({ name: boat.name, harbour: boat.harbour })
})

test('toRow stores an empty text as null if the column is nullable, and as an empty text otherwise', () => {
  expect(fields.toRow({ name: '', harbour: '' })).toEqual({ name: '', harbour: null })
  expect(fields.toRow({ name: 'Ada', harbour: 'Lamu' })).toEqual({ name: 'Ada', harbour: 'Lamu' })
})

test('toRow returns only the fields, and drops other properties', () => {
  const more = { name: 'Ada', harbour: '', isAfloat: false, id: 7 }
  expect(fields.toRow(more)).toEqual({ name: 'Ada', harbour: null })
})

test('toFields returns the current values for a form, with an empty text for null', () => {
  const row = { id: 1, name: 'Ada', harbour: null, isAfloat: true }
  expect(fields.pick(row)).toEqual({ name: 'Ada', harbour: null })
  expect(fields.toFields(row)).toEqual({ name: 'Ada', harbour: '' })
})

test('isSame compares only the fields, and ignores other columns', () => {
  const row = { id: 1, name: 'Ada', harbour: null, isAfloat: true }
  expect(fields.isSame(row, { name: 'Ada', harbour: null })).toBe(true)
  expect(fields.isSame(row, { name: 'Ada', harbour: 'Lamu' })).toBe(false)
})

test('a field without a column, or of another type than its column, does not compile', () => {
  // @ts-expect-error there is no such column
  const unknown = fieldMap(boat, z.object({ name: z.string(), sail: z.string() }))
  // @ts-expect-error the column holds a text
  const wrong = fieldMap(boat, z.object({ name: z.number() }))
  expect([unknown, wrong].map(({ columns }) => Object.keys(columns))).toEqual([['name', 'sail'], ['name']])
})
