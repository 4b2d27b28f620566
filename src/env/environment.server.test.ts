import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { EnvironmentError, readEnvironment, readFeatureSettings } from './environment.server.ts'
import { portVariable } from './fields.server.ts'
import { readSettings, type RawEnv, type Settings } from './settings.server.ts'
import { problemsOf, PRODUCTION_SETTINGS } from './test-settings.server.ts'

const OLD_SECRET = 'f1d2d2f924e986ac86fdf7b36c94bcdf32beec15'

const bells = {
  variables: { BELL_PORT: portVariable().optional() },
  contradictions: ({ PORT = '3000', BELL_PORT }) => (BELL_PORT === PORT ? ['BELL_PORT is the PORT'] : []),
} satisfies Settings

describe('production mode', () => {
  test('production mode is on if DATABASE_URL is set', () => {
    const environment = readEnvironment(PRODUCTION_SETTINGS)
    expect(environment.isLocal).toBe(false)
    expect(environment.databaseUrl).toBe(PRODUCTION_SETTINGS.DATABASE_URL)
    expect(
      readEnvironment({ ...PRODUCTION_SETTINGS, DATABASE_URL: 'postgresql://localhost/latchkey', HOST: '0.0.0.0' })
        .host,
    ).toBe('0.0.0.0')
  })

  test('a pooler in DATABASE_URL is accepted with DATABASE_DIRECT_URL, which must be a different URL', () => {
    const direct = 'postgres://app@direct/latchkey'
    const environment = readEnvironment({ ...PRODUCTION_SETTINGS, DATABASE_DIRECT_URL: direct })
    expect(environment).toMatchObject({
      databaseUrl: PRODUCTION_SETTINGS.DATABASE_URL,
      databaseDirectUrl: direct,
      isPooled: true,
    })
    expect(problemsOf({ ...PRODUCTION_SETTINGS, DATABASE_DIRECT_URL: PRODUCTION_SETTINGS.DATABASE_URL })).toEqual([
      'DATABASE_DIRECT_URL is the same as DATABASE_URL: remove it',
    ])
  })

  test.each([
    ['APP_URL', 'APP_URL is missing: set it to the address that users open'],
    ['BETTER_AUTH_SECRET', 'BETTER_AUTH_SECRET is missing: set it to at least 32 random characters'],
    ['SMTP_URL', 'SMTP_URL or RESEND_API_KEY is missing'],
    ['EMAIL_FROM', 'EMAIL_FROM is missing: set it to the sender'],
  ])('production mode is refused without %s', (name, problem) => {
    expect(problemsOf({ ...PRODUCTION_SETTINGS, [name]: '' })).toEqual([expect.stringContaining(problem)])
  })

  test('production mode accepts Resend instead of SMTP, but not both', () => {
    expect(problemsOf({ ...PRODUCTION_SETTINGS, SMTP_URL: '', RESEND_API_KEY: 're_abc' })).toEqual([])
    expect(problemsOf({ ...PRODUCTION_SETTINGS, RESEND_API_KEY: 're_abc' })).toEqual([
      'SMTP_URL and RESEND_API_KEY are both set: keep one',
    ])
  })

  test('DEMO_MODE requires no mail settings and refuses them', () => {
    expect(problemsOf({ ...PRODUCTION_SETTINGS, SMTP_URL: '', EMAIL_FROM: '', DEMO_MODE: 'true' })).toEqual([])
    expect(problemsOf({ ...PRODUCTION_SETTINGS, DEMO_MODE: 'true' })).toEqual([
      'DEMO_MODE sends no email: remove SMTP_URL and RESEND_API_KEY',
    ])
  })
})

test('BETTER_AUTH_SECRET is refused in BETTER_AUTH_SECRET_PREVIOUS', () => {
  const previous = `${OLD_SECRET}, ${PRODUCTION_SETTINGS.BETTER_AUTH_SECRET}`
  expect(problemsOf({ ...PRODUCTION_SETTINGS, BETTER_AUTH_SECRET_PREVIOUS: previous })).toEqual([
    expect.stringContaining('BETTER_AUTH_SECRET_PREVIOUS contains BETTER_AUTH_SECRET'),
  ])
})

test('settings of features are checked with all others, and each problem of a variable is reported once', () => {
  const problemsWith = (source: RawEnv) => {
    try {
      readEnvironment(source, [bells])
      return []
    } catch (error) {
      return error instanceof EnvironmentError ? error.problems : [error]
    }
  }
  expect(problemsWith({ BELL_PORT: '4000' })).toEqual([])
  expect(problemsWith({ BELL_PORT: 'x', PORT: 'y' })).toEqual([
    'PORT must be a port number, 1 to 65535',
    'BELL_PORT must be a port number, 1 to 65535',
  ])
  expect(problemsWith({ BELL_PORT: '3000' })).toEqual(['BELL_PORT is the PORT'])
  expect(readSettings({ BELL_PORT: '4000' }, bells)).toEqual({ BELL_PORT: 4000 })
  expect(readSettings({ BELL_PORT: ' ' }, bells)).toEqual({})
})

test('readFeatureSettings reads the settings of a feature once in a process', () => {
  expect(readFeatureSettings(bells)).toEqual({})
  expect(readFeatureSettings(bells)).toBe(readFeatureSettings(bells))
})

test('every random text in any encoding is accepted as a secret', () => {
  for (let round = 0; round < 200; round += 1) {
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(problemsOf({ BETTER_AUTH_SECRET: randomBytes(24).toString(encoding) })).toEqual([])
  }
})

test.each(['http://app.example.com', 'https://203.0.113.7', 'https://[2001:db8::7]', 'http://127.0.0.1:3000'])(
  'ADMIN_SECOND_FACTOR=passkey is refused if browsers offer no passkeys at the APP_URL %s',
  (APP_URL) => {
    expect(problemsOf({ APP_URL, ADMIN_SECOND_FACTOR: 'passkey' })).toEqual([
      expect.stringContaining('ADMIN_SECOND_FACTOR needs an APP_URL with https and a host name'),
    ])
    expect(problemsOf({ APP_URL, ADMIN_SECOND_FACTOR: 'off' })).toEqual([])
  },
)

test('ADMIN_SECOND_FACTOR=passkey is refused in demo mode, and accepted with https or localhost', () => {
  expect(problemsOf({ DEMO_MODE: 'true', ADMIN_SECOND_FACTOR: 'passkey' })).toEqual([
    expect.stringContaining('ADMIN_SECOND_FACTOR locks administrators out of a demo'),
  ])
  for (const APP_URL of ['http://localhost:4220', 'https://app.example.com', ''])
    expect(problemsOf({ APP_URL, ADMIN_SECOND_FACTOR: 'passkey' })).toEqual([])
})

test('BEARER_TOKENS=true is refused in demo mode', () => {
  for (const DEMO_MODE of ['true', 'sandbox'])
    expect(problemsOf({ DEMO_MODE, BEARER_TOKENS: 'true' })).toContainEqual(
      expect.stringContaining("BEARER_TOKENS isn't for demos"),
    )
  expect(problemsOf({ DEMO_MODE: 'true', BEARER_TOKENS: 'false' })).toEqual([])
  expect(problemsOf({ BEARER_TOKENS: 'true' })).toEqual([])
})

test('local mode refuses any HOST except 127.0.0.1', () => {
  expect(problemsOf({ HOST: '0.0.0.0' })).toEqual([
    expect.stringContaining('HOST must be 127.0.0.1 without DATABASE_URL'),
  ])
})

test('all problems, wrong and missing values, are reported at once, one line each', () => {
  const source = {
    DATABASE_URL: PRODUCTION_SETTINGS.DATABASE_URL,
    PORT: 'x',
    LOG_LEVEL: 'loud',
    DATABASE_DIRECT_URL: PRODUCTION_SETTINGS.DATABASE_URL,
  }
  const problems = problemsOf(source)
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'LOG_LEVEL',
    'APP_URL',
    'BETTER_AUTH_SECRET',
    'SMTP_URL',
    'DATABASE_DIRECT_URL',
  ])
  expect(() => readEnvironment(source)).toThrow(problems.join('\n  - '))
})

test('one wrong value is reported as one problem', () => {
  expect(problemsOf({ BETTER_AUTH_SECRET: 'aaaa' })).toHaveLength(1)
  expect(problemsOf({ ADMIN_EMAILS: 'one,two,three' })).toHaveLength(1)
  expect(problemsOf({ HOST: 'no host' })).toHaveLength(1)
})
