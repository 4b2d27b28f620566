import { describe, expect, test } from 'vitest'
import { EnvironmentError, readEnvironment } from './environment.server.ts'
import type { variables } from './variables.server.ts'

type Variable = keyof typeof variables.shape

const REAL = {
  DATABASE_URL: 'postgres://app:secret@db.example.com:5432/latchkey',
  APP_URL: 'https://app.example.com',
  BETTER_AUTH_SECRET: 'dGhpcyBpcyBub3QgdGhlIGV4YW1wbGUhIQ==',
  SMTP_URL: 'smtp://mail.example.com:587',
  EMAIL_FROM: 'Latchkey <no-reply@example.com>',
}

interface Values {
  /** What is read, and what becomes of it. */
  good: Record<string, (environment: ReturnType<typeof readEnvironment>) => unknown>
  bad: string[]
  /** Words that tell the reader what the variable wants. */
  wants: string
  /** What it is when missing, in local mode. */
  missing: (environment: ReturnType<typeof readEnvironment>) => unknown
}

const anyText = (read: Values['missing']): Values => ({ good: {}, bad: [], wants: '', missing: read })

const table: Record<Variable, Values> = {
  PORT: {
    good: { '1': (env) => env.port === 1, '8080': (env) => env.port === 8080, '65535': (env) => env.port === 65_535 },
    bad: ['0', '65536', '-1', '80.5', 'http', '0x50', '3000 '],
    wants: 'must be a port number, 1 to 65535',
    missing: (env) => env.port === 3000 && env.appUrl === 'http://localhost:3000',
  },
  HOST: {
    good: {
      localhost: (env) => env.host === 'localhost',
      '127.0.0.2': (env) => env.host === '127.0.0.2',
      '::1': (env) => env.host === '::1',
    },
    bad: ['my host', 'http://localhost', '0.0.0.0', '::', '192.168.1.7', 'example.com'],
    wants: 'must be',
    missing: (env) => env.host === '127.0.0.1',
  },
  WEB_CONCURRENCY: {
    good: { '1': (env) => env.webConcurrency === 1, '64': (env) => env.webConcurrency === 64 },
    bad: ['0', '-1', '1.5', 'abc', '65', '1000', '1e1', '0x2', '01'],
    wants: 'must be a number of processes, 1 to 64',
    missing: (env) => env.webConcurrency === 1,
  },
  APP_URL: {
    good: {
      'https://app.example.com': (env) => env.appUrl === 'https://app.example.com' && env.isHttps,
      'https://app.example.com/': (env) => env.appUrl === 'https://app.example.com',
      'http://localhost:8080': (env) => env.appUrl === 'http://localhost:8080' && !env.isHttps,
    },
    bad: [
      'app.example.com',
      'ftp://app.example.com',
      'https://app.example.com/login',
      'https://app.example.com?x=1',
      'https://app.example.com/#top',
      'https://me:secret@app.example.com',
      'javascript:alert(1)',
    ],
    wants: 'must be an http(s) URL without a path, like https://app.example.com',
    missing: (env) => env.appUrl === 'http://localhost:3000' && !env.isHttps,
  },
  DATABASE_URL: {
    good: {},
    bad: ['mysql://db.example.com/latchkey', 'db.example.com', 'postgres://', 'postgres:///latchkey'],
    wants: 'must be a postgres:// URL',
    missing: (env) => env.isLocal && env.databaseUrl === '',
  },
  BETTER_AUTH_SECRET: {
    good: { [REAL.BETTER_AUTH_SECRET]: (env) => env.secret === REAL.BETTER_AUTH_SECRET },
    bad: ['short', 'x'.repeat(40), 'abcabcabc'.repeat(5), 'replace-me-with-openssl-rand-base64-32'],
    wants: 'must',
    missing: (env) => env.secret === '',
  },
  SMTP_URL: {
    good: {
      'smtp://localhost:1025': (env) => env.smtpUrl === 'smtp://localhost:1025',
      'smtps://me:secret@mail.example.com': (env) => env.smtpUrl === 'smtps://me:secret@mail.example.com',
    },
    bad: ['mail.example.com:25', 'http://mail.example.com', 'smtp://', 'smtp:mail'],
    wants: 'must be an smtp:// or smtps:// URL',
    missing: (env) => env.smtpUrl === undefined,
  },
  RESEND_API_KEY: {
    good: { re_abc123: (env) => env.resendApiKey === 're_abc123' },
    bad: ['abc123', 're_', 're_abc 123'],
    wants: 'must be a Resend API key (re_…)',
    missing: (env) => env.resendApiKey === undefined,
  },
  EMAIL_FROM: {
    good: {
      'no-reply@example.com': (env) => env.emailFrom === 'no-reply@example.com',
      'Door <no-reply@example.com>': (env) => env.emailFrom === 'Door <no-reply@example.com>',
    },
    bad: ['Door', 'Door <no-reply>', 'a@example.com, b@example.com', 'Door <a@example.com>\r\nBcc: b@example.com'],
    wants: 'must be an address, or a name and an address',
    missing: (env) => env.emailFrom === 'Latchkey <no-reply@localhost>',
  },
  ADMIN_EMAILS: {
    good: {
      'Chief@Example.com, second@example.com,': (env) =>
        env.adminEmails.join() === 'chief@example.com,second@example.com',
    },
    bad: ['chief', 'chief@example.com; second@example.com'],
    wants: 'must be e-mail addresses separated by commas',
    missing: (env) => env.adminEmails.length === 0,
  },
  SIGNUP_ENABLED: {
    good: { true: (env) => env.signUpEnabled, false: (env) => !env.signUpEnabled },
    bad: ['yes', '1', 'TRUE'],
    wants: 'must be true or false',
    missing: (env) => env.signUpEnabled,
  },
  TRUSTED_PROXIES: {
    good: {
      '10.0.0.0/8, ::1,192.168.1.7': (env) => env.trustedProxies.join() === '10.0.0.0/8,::1,192.168.1.7',
    },
    bad: ['proxy.example.com', '10.0.0.0/33', '300.1.1.1', '10', '*'],
    wants: 'must be IP addresses or networks separated by commas, like 10.0.0.0/8',
    missing: (env) => env.trustedProxies.length === 0,
  },
  GITHUB_CLIENT_ID: anyText((env) => env.socialProviders.github === undefined),
  GITHUB_CLIENT_SECRET: anyText((env) => env.socialProviders.github === undefined),
  GOOGLE_CLIENT_ID: anyText((env) => env.socialProviders.google === undefined),
  GOOGLE_CLIENT_SECRET: anyText((env) => env.socialProviders.google === undefined),
  DEMO_MODE: {
    good: { true: (env) => env.demoMode && !env.signUpEnabled, false: (env) => !env.demoMode && env.signUpEnabled },
    bad: ['on', '0'],
    wants: 'must be true or false',
    missing: (env) => !env.demoMode,
  },
  ENV_NAME: {
    good: { Staging: (env) => env.name === 'Staging', ['x'.repeat(40)]: (env) => env.name?.length === 40 },
    bad: ['x'.repeat(41)],
    wants: 'must have at most 40 characters',
    missing: (env) => env.name === undefined,
  },
  ENV_EMOJI: {
    good: { '🚧': (env) => env.emoji === '🚧', '👩🏽‍🚀': (env) => env.emoji === '👩🏽‍🚀', '🇰🇪': (env) => env.emoji === '🇰🇪' },
    bad: ['S', '1', '🚧🚧', 'staging', '🚧 '],
    wants: 'must be one emoji',
    missing: (env) => env.emoji === undefined,
  },
  ENV_COLOR: {
    good: {
      teal: (env) => env.color === 'teal',
      '#0a7': (env) => env.color === '#0a7',
      '#00AA77': (env) => env.color === '#00AA77',
    },
    bad: ['plumm', '#12345', 'red;display:none', 'url(x)', 'var(--x)', 'rgb(1 2 3)'],
    wants: 'must be a CSS colour name or #rrggbb',
    missing: (env) => env.color === 'plum',
  },
  LOG_LEVEL: {
    good: { silent: (env) => env.logLevel === 'silent', trace: (env) => env.logLevel === 'trace' },
    bad: ['loud', 'INFO'],
    wants: 'must be one of trace, debug, info, warn, error, silent',
    missing: (env) => env.logLevel === 'info',
  },
  DATA_DIR: {
    good: { '/srv/latchkey': (env) => env.dataDir === '/srv/latchkey' },
    bad: [],
    wants: '',
    missing: (env) => env.dataDir.endsWith('.data'),
  },
}

function problemsOf(source: Record<string, string>): string[] {
  try {
    readEnvironment(source)
    return []
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems
    throw error
  }
}

describe.each(Object.entries(table))('%s', (name, { good, bad, wants, missing }) => {
  const values = Object.entries(good)
  test.runIf(values.length > 0).each(values)('takes %j', (value, isRead) => {
    expect(isRead(readEnvironment({ [name]: value }))).toBe(true)
  })

  test.runIf(bad.length > 0).each(bad)('refuses %j and says what it wants', (value) => {
    const problems = problemsOf({ [name]: value }).filter((problem) => problem.startsWith(`${name} `))
    expect(problems).not.toEqual([])
    expect(problems[0]).toContain(wants)
  })

  test.each([undefined, '', '  '])('is its default when it is %j', (value) => {
    expect(missing(readEnvironment({ [name]: value }))).toBe(true)
  })
})

describe('the real thing', () => {
  test('is what has a DATABASE_URL', () => {
    const environment = readEnvironment(REAL)
    expect(environment.isLocal).toBe(false)
    expect(environment.databaseUrl).toBe(REAL.DATABASE_URL)
    expect(readEnvironment({ ...REAL, DATABASE_URL: 'postgresql://localhost/latchkey', HOST: '0.0.0.0' }).host).toBe(
      '0.0.0.0',
    )
  })

  test.each([
    ['APP_URL', 'APP_URL is missing: the address people type'],
    ['BETTER_AUTH_SECRET', 'BETTER_AUTH_SECRET is missing: at least 32 random characters'],
    ['SMTP_URL', 'SMTP_URL or RESEND_API_KEY is missing'],
    ['EMAIL_FROM', 'EMAIL_FROM is missing: the sender'],
  ])('does not go without %s', (name, problem) => {
    expect(problemsOf({ ...REAL, [name]: '' })).toEqual([expect.stringContaining(problem)])
  })

  test('takes Resend in place of SMTP, but not both', () => {
    expect(problemsOf({ ...REAL, SMTP_URL: '', RESEND_API_KEY: 're_abc' })).toEqual([])
    expect(problemsOf({ ...REAL, RESEND_API_KEY: 're_abc' })).toEqual([
      'SMTP_URL and RESEND_API_KEY are both set: keep one',
    ])
  })

  test('in demo mode needs no mail and refuses to have any', () => {
    expect(problemsOf({ ...REAL, SMTP_URL: '', EMAIL_FROM: '', DEMO_MODE: 'true' })).toEqual([])
    expect(problemsOf({ ...REAL, DEMO_MODE: 'true' })).toEqual([
      'DEMO_MODE sends no mail: remove SMTP_URL and RESEND_API_KEY',
    ])
  })
})

test.each(['GITHUB', 'GOOGLE'])('%s wants both halves of its credentials', (provider) => {
  const id = `${provider}_CLIENT_ID`
  const secret = `${provider}_CLIENT_SECRET`
  expect(problemsOf({ [id]: 'me' })).toEqual([`${secret} is missing: both or none`])
  expect(problemsOf({ [secret]: 'hush' })).toEqual([`${id} is missing: both or none`])
  const { socialProviders } = readEnvironment({ [id]: 'me', [secret]: 'hush' })
  expect(Object.values(socialProviders)).toContainEqual({ clientId: 'me', clientSecret: 'hush' })
})

test('local mode is for this computer alone', () => {
  expect(problemsOf({ HOST: '0.0.0.0' })).toEqual([
    expect.stringContaining('HOST must be 127.0.0.1 without DATABASE_URL'),
  ])
})

test('all problems are told at once, one line each, with bad values and missing ones together', () => {
  const source = { DATABASE_URL: REAL.DATABASE_URL, PORT: 'x', LOG_LEVEL: 'loud', GITHUB_CLIENT_ID: 'me' }
  const problems = problemsOf(source)
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'LOG_LEVEL',
    'APP_URL',
    'BETTER_AUTH_SECRET',
    'SMTP_URL',
    'GITHUB_CLIENT_SECRET',
  ])
  expect(() => readEnvironment(source)).toThrow(problems.join('\n  - '))
})

test('one bad value is one problem', () => {
  expect(problemsOf({ BETTER_AUTH_SECRET: 'aaaa' })).toHaveLength(1)
  expect(problemsOf({ ADMIN_EMAILS: 'one,two,three' })).toHaveLength(1)
  expect(problemsOf({ HOST: 'no host' })).toHaveLength(1)
})
