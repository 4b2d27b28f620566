import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { afterCursor, decodeCursor, encodeCursor } from './cursor.ts'
import { user } from './schema.ts'

const id = '0193e5a0-0000-4000-8000-000000000001'
const byMoment = { by: user.createdAt, type: 'timestamptz', direction: 'desc' } as const
const byName = { by: user.name, type: 'text', direction: 'asc' } as const

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

describe('a list cursor', () => {
  test('a cursor is read with its exact millisecond if the list is sorted by time', () => {
    const here = afterCursor(byMoment, user.id, { value: '2026-11-20 11:00:00.12+00', id })
    expect(new PgDialect().sqlToQuery(here).params).toEqual(['2026-11-20T11:00:00.120Z', id])
  })

  test.each(['2026-11-20 11:00:00.123+00', 'zoë', '', '"\\ %', '名前'])(
    'a cursor keeps the value %j when it is written and read',
    (value) => {
      expect(decodeCursor(encodeCursor({ value, id }))).toEqual({ value, id })
    },
  )

  test.each([
    '',
    'nonsense',
    '%00',
    encoded(null),
    encoded(['a']),
    encoded(['a', 'b']),
    encoded([1, id]),
    encoded(['a\0', id]),
    encoded({ 0: 'a', 1: id }),
    encoded(['a'.repeat(2_000), id]),
  ])('an invalid cursor is refused: %j', (cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  })

  test.each([
    'zoë',
    '',
    'Person 19',
    '2026-13-01 00:00:00+00',
    'now',
    'infinity',
    '294277-01-01',
    '0044-03-15 BC',
    '+010000-01-01T00:00:00Z',
    '\uD800',
  ])('a cursor for a list sorted by time is refused if it contains another value: %j', (value) => {
    expect(() => afterCursor(byMoment, user.id, { value, id })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    )
    expect(() => afterCursor(byName, user.id, { value, id })).not.toThrow()
  })
})
