import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, expect } from 'vitest'

/** The statements that the tests of a file have run through drizzle. */
const sentStatements = new Set<string>()
const keepStatement = (statement: unknown) => sentStatements.add(statement as string)
subscribe('app.statement', keepStatement)

/** Checks the statements of each test file after its tests, because the source does not show the generated SQL. */
afterAll(async () => {
  // Stop collecting here, because the next test file in this process collects into its own set.
  unsubscribe('app.statement', keepStatement)
  if (sentStatements.size === 0) return
  const { ambiguousColumnsIn, knownTables } = await import('./ambiguous-columns.ts')
  const found = await Promise.all(
    [...sentStatements].map(async (statement) => ({
      statement,
      columns: await ambiguousColumnsIn(statement, knownTables()),
    })),
  )
  // oxlint-disable-next-line vitest/no-standalone-expect -- runs after the tests of every file
  expect(
    found.filter(({ columns }) => columns.length > 0),
    'Columns in a subquery without their table, where PostgreSQL might use another table: write "session"."user_id".',
  ).toEqual([])
})
