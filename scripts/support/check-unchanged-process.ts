import { afterAll, expect } from 'vitest'

const { DATABASE_URL } = process.env

/** Checks that the tests of a file in a shared process do not change the database of the process. */
afterAll(() => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- runs after the tests of every file
  expect(
    process.env.DATABASE_URL,
    'This file needs its own process: see CHANGES_ITS_PROCESS in vitest.config.ts.',
  ).toBe(DATABASE_URL)
})
