import { afterAll, expect } from 'vitest'

const { DATABASE_URL } = process.env

/** Checks that a test file whose process runs other files too has left `DATABASE_URL` of the process unchanged. */
afterAll(() => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- runs after the tests of every file
  expect(
    process.env.DATABASE_URL,
    'This file needs its own process: see CHANGES_ITS_PROCESS in vitest.config.ts.',
  ).toBe(DATABASE_URL)
})
