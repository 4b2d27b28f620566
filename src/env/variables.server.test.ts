import { appConfig } from '#app.config'
import { readEnvironment, type Environment } from './environment.server.ts'
import { PRODUCTION_SETTINGS, testVariables, type VariableTest } from './test-settings.server.ts'
import type { variables } from './variables.server.ts'

type Variable = keyof typeof variables.shape

const OLD_SECRET = 'f1d2d2f924e986ac86fdf7b36c94bcdf32beec15'
const OLDER_SECRET = 'e242ed3bffccdf271b7fbaf34ed72d089537b42f'

type Values = VariableTest<Environment>

const days = (fewest: number, read: Values['missing'], of: Values['missing']): Values => ({
  good: { [fewest]: (env) => of(env) === fewest, '99999': (env) => of(env) === 99_999 },
  bad: ['0', '-1', '1.5', 'abc', '100000', '1e3', '030', ...(fewest > 1 ? [String(fewest - 1)] : [])],
  wants: `must be a number of days, ${fewest} to 99999`,
  missing: read,
})

const table: Record<Variable, Values> = {
  DATABASE_OWNER_URL: {
    good: {},
    bad: ['mysql://owner@localhost/app', 'localhost:5432'],
    wants: 'must be a postgres:// URL',
    missing: () => true,
  },
  HISTORY_RETENTION_DAYS: days(
    30,
    (env) => env.history.retentionDays === undefined,
    (env) => env.history.retentionDays,
  ),
  HISTORY_ERASE_AFTER_DAYS: days(
    1,
    (env) => env.history.eraseAfterDays === 30,
    (env) => env.history.eraseAfterDays,
  ),
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
  DATABASE_DIRECT_URL: {
    good: {},
    bad: ['direct:5432', PRODUCTION_SETTINGS.DATABASE_URL],
    wants: 'DATABASE_DIRECT_URL',
    missing: (env) => !env.isPooled && env.databaseDirectUrl === env.databaseUrl,
  },
  BETTER_AUTH_SECRET: {
    good: { [PRODUCTION_SETTINGS.BETTER_AUTH_SECRET]: (env) => env.secret === PRODUCTION_SETTINGS.BETTER_AUTH_SECRET },
    bad: [
      'short',
      'x'.repeat(40),
      'abcabcabc'.repeat(5),
      '12345678901234567890123456789012',
      'abcdefghijabcdefghijabcdefghijab',
      'abcdefghijklmnopqrstuvwxyz0123456789',
      'replace-me-with-openssl-rand-base64-32',
    ],
    wants: 'must',
    missing: (env) => env.secret === '',
  },
  BETTER_AUTH_SECRET_PREVIOUS: {
    good: {
      [`${OLD_SECRET},${OLDER_SECRET}`]: (env) => env.previousSecrets.join() === `${OLD_SECRET},${OLDER_SECRET}`,
    },
    bad: ['short', `${OLD_SECRET},short`, '12345678901234567890123456789012'],
    wants: 'must be secrets that meet the rules of BETTER_AUTH_SECRET',
    missing: (env) => env.previousSecrets.length === 0,
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
    good: { re_abc123: (env) => env.resendSecret === 're_abc123' },
    bad: ['abc123', 're_', 're_abc 123'],
    wants: 'must be a Resend API key (re_…)',
    missing: (env) => env.resendSecret === undefined,
  },
  EMAIL_FROM: {
    good: {
      'no-reply@example.com': (env) => env.emailFrom === 'no-reply@example.com',
      'Door <no-reply@example.com>': (env) => env.emailFrom === 'Door <no-reply@example.com>',
    },
    bad: ['Door', 'Door <no-reply>', 'a@example.com, b@example.com', 'Door <a@example.com>\r\nBcc: b@example.com'],
    wants: 'must be an email address, with or without a name',
    missing: (env) => env.emailFrom === `${appConfig.name} <no-reply@localhost>`,
  },
  ADMIN_EMAILS: {
    good: {
      'Chief@Example.com, second@example.com,': (env) =>
        env.adminEmails.join() === 'chief@example.com,second@example.com',
    },
    bad: ['chief', 'chief@example.com; second@example.com'],
    wants: 'must be email addresses separated by commas',
    missing: (env) => env.adminEmails.length === 0,
  },
  BEARER_TOKENS: {
    good: { true: (env) => env.bearerTokens, false: (env) => !env.bearerTokens },
    bad: ['yes', '1', 'TRUE'],
    wants: 'must be true or false',
    missing: (env) => !env.bearerTokens,
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
  ADMIN_SECOND_FACTOR: {
    good: { off: (env) => env.adminSecondFactor === 'off', passkey: (env) => env.adminSecondFactor === 'passkey' },
    bad: ['true', 'on', 'totp', 'Passkey'],
    wants: 'must be off or passkey',
    missing: (env) => env.adminSecondFactor === 'off',
  },
  DEMO_MODE: {
    good: {
      true: (env) => env.demoMode && !env.hasSandboxes && !env.signUpEnabled,
      false: (env) => !env.demoMode && !env.hasSandboxes && env.signUpEnabled,
      sandbox: (env) => env.demoMode && env.hasSandboxes && !env.signUpEnabled,
    },
    bad: ['on', '0', 'Sandbox'],
    wants: 'must be true, false or sandbox',
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
    wants: 'must be a CSS color name or #rrggbb',
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

testVariables((source) => readEnvironment(source), table)
