import { describe, expect, test } from 'vitest'
import { lineOf } from './finding.ts'
import {
  judgeClocks,
  judgeConnections,
  judgeRights,
  judgeServer,
  judgeStandby,
  type DatabaseFacts,
} from './database.ts'
import { checkNode } from './machine.ts'
import { examineSettings } from './settings.ts'

const HEALTHY_DATABASE: DatabaseFacts = {
  version: '18.1',
  versionNumber: 180_001,
  encoding: 'UTF8',
  isStandby: false,
  maxConnections: 97,
  now: 0,
  role: 'latchkey',
  isSuperuser: false,
  canCreate: true,
  canRead: true,
  trigrams: 'there',
  strangers: 0,
  newestMigration: null,
}
const PRODUCTION_SETTINGS = {
  DATABASE_URL: 'postgres://app:hunter2hunter2@db.example/app',
  APP_URL: 'https://app.example.com',
  BETTER_AUTH_SECRET: 'kX9vQ2mLr8TzW4bYc7NfJp3HdGsA6uEe',
  SMTP_URL: 'smtps://mailer:hunter3hunter3@mail.example',
  EMAIL_FROM: 'Latchkey <no-reply@example.com>',
  TRUSTED_PROXIES: '10.0.0.1',
}

describe('the database check', () => {
  test('the database check finds no problem in a well-configured database', () => {
    const judged = [
      ...judgeServer(HEALTHY_DATABASE),
      ...judgeRights(HEALTHY_DATABASE, HEALTHY_DATABASE),
      judgeConnections(HEALTHY_DATABASE, 3, { isPooled: false, hasSandboxes: false }),
      judgeClocks(900),
    ]
    expect(judged.filter(({ state }) => state !== 'fine')).toEqual([])
  })

  test.each([
    [{ versionNumber: 140_022, version: '14.22' }, 'wrong', /14\.22 is too old. → use PostgreSQL 15 to 18/],
    [{ versionNumber: 190_000, version: '19beta1' }, 'doubtful', /newer/],
    [{ encoding: 'SQL_ASCII' }, 'wrong', /SQL_ASCII/],
    [{ isStandby: true }, 'wrong', /standby/],
  ] as const)('judgeServer reports a server with %j as %s', (facts, state, words) => {
    const [finding] = judgeServer({ ...HEALTHY_DATABASE, ...facts })
    expect(finding?.state).toBe(state)
    expect(finding && lineOf(finding)).toMatch(words)
  })

  test('judgeRights reports each missing permission, a missing pg_trgm, and an application role that is a superuser', () => {
    const told = (app: Partial<DatabaseFacts>, owner: Partial<DatabaseFacts> = {}) =>
      judgeRights({ ...HEALTHY_DATABASE, ...app }, { ...HEALTHY_DATABASE, ...owner }).map(({ text }) => text)
    expect(told({}, { canCreate: false })).toEqual([expect.stringContaining("can't create tables")])
    expect(told({}, { trigrams: 'missing' })).toEqual([expect.stringContaining('no pg_trgm')])
    expect(told({ canRead: false }, { role: 'owner' })).toEqual([expect.stringContaining("can't read")])
    expect(told({ isSuperuser: true }, { role: 'owner' })).toEqual([expect.stringContaining('is a superuser')])
    expect(told({ isSuperuser: true }, { isSuperuser: true })).toEqual([expect.stringContaining('can create tables')])
  })

  test('judgeConnections reports too many processes as wrong, and allows more processes behind a pooler', () => {
    const stateOf = (processes: number, ways: { isPooled?: boolean; hasSandboxes?: boolean } = {}) =>
      judgeConnections(HEALTHY_DATABASE, processes, { isPooled: false, hasSandboxes: false, ...ways }).state
    expect([4, 5, 8].map((processes) => stateOf(processes))).toEqual(['fine', 'wrong', 'wrong'])
    expect(stateOf(8, { isPooled: true })).toBe('fine')
    expect([1, 2].map((processes) => stateOf(processes, { hasSandboxes: true }))).toEqual(['fine', 'wrong'])
  })

  test('judgeClocks reports a difference from 2 seconds as doubtful and from 30 seconds as wrong', () => {
    expect([0, -1_400, 3_000, -29_000, 31_000].map((ahead) => judgeClocks(ahead).state)).toEqual([
      'fine',
      'fine',
      'doubtful',
      'doubtful',
      'wrong',
    ])
  })

  test('judgeStandby reports a primary in STANDBY_URL as wrong, and a server that does not respond as doubtful', () => {
    expect(
      [HEALTHY_DATABASE, { ...HEALTHY_DATABASE, isStandby: true }, "it doesn't respond"].map(
        (facts) => judgeStandby('STANDBY_URL', facts).state,
      ),
    ).toEqual(['wrong', 'fine', 'doubtful'])
  })
})

test('checkNode reports a version of Node.js that is too old as wrong', () => {
  expect(['20.19.0', '22.1.0', '24.0.0', '26.3.1'].map((version) => checkNode(version).state)).toEqual([
    'wrong',
    'wrong',
    'fine',
    'fine',
  ])
})

describe('examineSettings', () => {
  test('complete settings are reported as fine, and no text contains a secret', () => {
    const { findings } = examineSettings({
      ...PRODUCTION_SETTINGS,
      PATH: '/usr/bin',
      HOME: '/root',
      HOSTNAME: 'node-1',
      LANG: 'C',
    })
    expect(findings.map(({ state, about }) => [state, about])).toEqual([
      ['fine', 'settings'],
      ['fine', 'secret'],
      ['fine', 'address'],
    ])
    expect(JSON.stringify(findings)).not.toMatch(/hunter|kX9v/)
  })

  test('each invalid variable is named, and each unknown variable that resembles a known one', () => {
    const { findings, environment } = examineSettings({
      ...PRODUCTION_SETTINGS,
      SMTP_URL: undefined,
      SMTP_URI: 'smtp://mail.example',
      DATABSE_DIRECT_URL: 'postgres://db2.example/app',
      BETTER_AUTH_SECRET: 'short',
      APP_URL: 'app.example.com',
      WEB_CONCURENCY: '',
    })
    expect(environment).toBeUndefined()
    const lines = findings.map(lineOf).join('\n')
    for (const words of [
      'BETTER_AUTH_SECRET must have',
      'APP_URL must be',
      'SMTP_URL',
      'SMTP_URI is unknown. → did you mean SMTP_URL?',
    ])
      expect(lines).toContain(words)
    expect(lines).toContain('DATABSE_DIRECT_URL is unknown. → did you mean DATABASE_DIRECT_URL?')
    expect(lines).not.toMatch(/CONCURENCY|mail\.example|hunter/)
  })

  test.each([
    [{ APP_URL: 'http://app.example.com' }, 'doubtful', 'plain http'],
    [{ TRUSTED_PROXIES: '' }, 'doubtful', 'TRUSTED_PROXIES is empty'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'wrong', 'trusts every address'],
    [{ SMTP_URL: 'smtp://mail.example?requireTLS=false' }, 'doubtful', 'without TLS'],
    [{ PORT: '8080' }, 'doubtful', "PORT is set and HOST isn't, so only this computer can connect to 127.0.0.1:8080"],
  ] as const)('the settings %j are reported as %s', (given, state, words) => {
    const { findings } = examineSettings({ ...PRODUCTION_SETTINGS, ...given })
    expect(findings.filter((finding) => finding.state !== 'fine')).toEqual([
      expect.objectContaining({ state, text: expect.stringContaining(words) as string }),
    ])
  })
})
