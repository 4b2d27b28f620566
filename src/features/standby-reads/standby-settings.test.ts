import { expect, test } from 'vitest'
import { findDestinations } from '#env/environment.server.ts'
import { readSettings } from '#env/settings.server.ts'
import { problemsOf, PRODUCTION_SETTINGS, testVariables } from '#env/test-settings.server.ts'
import { standbyReads } from './feature.start.server.ts'

const standby = 'postgres://app@standby/latchkey'

testVariables((source) => readSettings(source, standbyReads.settings), {
  DATABASE_READ_URL: {
    good: {},
    bad: ['standby', PRODUCTION_SETTINGS.DATABASE_URL],
    wants: 'DATABASE_READ_URL',
    missing: ({ DATABASE_READ_URL }) => DATABASE_READ_URL === undefined,
  },
})

test('DATABASE_READ_URL requires a DATABASE_URL that differs from it', () => {
  expect(problemsOf({ ...PRODUCTION_SETTINGS, DATABASE_READ_URL: standby })).toEqual([])
  expect(problemsOf({ DATABASE_READ_URL: standby })).toEqual([
    'DATABASE_READ_URL is set without DATABASE_URL: set both, or neither for local mode',
  ])
  expect(problemsOf({ ...PRODUCTION_SETTINGS, DATABASE_READ_URL: PRODUCTION_SETTINGS.DATABASE_URL })).toEqual([
    'DATABASE_READ_URL is the same as DATABASE_URL: remove it',
  ])
})

test('the doctor reports DATABASE_READ_URL if it is valid', () => {
  const found = [{ variable: 'DATABASE_READ_URL', standbyUrl: standby }]
  expect(findDestinations({ DATABASE_READ_URL: standby, PORT: 'wrong' })).toEqual(found)
  expect(findDestinations({ DATABASE_READ_URL: 'standby' })).toEqual([])
})
