import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, expect } from 'vitest'

/** The statements that the tests of a file have sent through drizzle. */
const sent = new Set<string>()
const keep = (statement: unknown) => sent.add(statement as string)
subscribe('latchkey.statement', keep)

/** The tests of every file are followed by this one, over what was sent in them: the source does not show it. */
afterAll(async () => {
  // The next file of this process has a set of its own.
  unsubscribe('latchkey.statement', keep)
  if (sent.size === 0) return
  const { bareColumnsIn, knownTables } = await import('#db/bare-columns.ts')
  const found = await Promise.all(
    [...sent].map(async (statement) => ({ statement, bareColumns: await bareColumnsIn(statement, knownTables()) })),
  )
  // oxlint-disable-next-line vitest/no-standalone-expect -- it follows the tests of every file
  expect(
    found.filter(({ bareColumns }) => bareColumns.length > 0),
    'Columns in a subquery without their table, where PostgreSQL may take another: write "session"."user_id".',
  ).toEqual([])
})
