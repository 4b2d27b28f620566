import { expect, test } from 'vitest'
import { readSettings } from '#env/settings.server.ts'
import { problemsOf, testVariables } from '#env/test-settings.server.ts'
import { sso } from './feature.start.server.ts'

const ALL = {
  SSO_ISSUER: 'https://id.example/tenant',
  SSO_CLIENT_ID: 'me',
  SSO_CLIENT_SECRET: 'hush',
  SSO_DOMAINS: 'engines.example',
}

testVariables((source) => readSettings(source, sso.settings), {
  SSO_ISSUER: {
    good: {
      [ALL.SSO_ISSUER]: (values) => values.SSO_ISSUER === ALL.SSO_ISSUER,
      'http://localhost:8080': () => true,
    },
    bad: ['http://id.example', 'https://id.example/?tenant=1', 'https://id.example/#1', 'id.example'],
    wants: 'must be an https URL',
    missing: (values) => values.SSO_ISSUER === undefined,
  },
  SSO_DOMAINS: {
    good: { 'a.example, b.example': (values) => values.SSO_DOMAINS?.join() === 'a.example,b.example' },
    bad: ['example', '@engines.example', 'Engines.example'],
    wants: 'must be domains in lower case',
    missing: (values) => values.SSO_DOMAINS === undefined,
  },
})

test('the four settings are set together', () => {
  expect(problemsOf(ALL)).toEqual([])
  for (const name of Object.keys(ALL))
    expect(problemsOf({ ...ALL, [name]: '' })).toEqual([expect.stringMatching(new RegExp(`^${name} is missing: set`))])
})
