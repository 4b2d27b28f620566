import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { headlessDocstrings, headlessTitles, refusedInComments } from '../../src/architecture/comments.ts'
import { undocumentedExports } from '../../src/architecture/docstrings.ts'
import { UNTRANSLATED } from '../../src/architecture/locales.ts'
import { OPTIONAL_NOTICES } from '#mail/notice-kinds.ts'
import type { Changes } from './changes.ts'
import { planJob } from './job.ts'
import { planMail } from './mail.ts'
import { planSetting } from './setting.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const CRON = '0 7 * * *'

const job = (name: string, feature?: string, cron?: string) => planJob(ROOT, { name, feature, cron })
const mail = (name: string, feature?: string) => planMail(ROOT, { name, feature })
const setting = (variable: string, more = {}) => planSetting(ROOT, { variable, ...more })

const refusal = (message: string) =>
  new RegExp(`${message.replaceAll(/[".*]/g, (found) => `\\${found}`)}.* Nothing was written\\.$`)

/** Returns the lines of a changed file that the file does not have yet. */
function added({ changed }: Changes, file: string): string[] {
  const before = new Set(read(file).split('\n'))
  return (changed.get(file) ?? '').split('\n').filter((line) => !before.has(line))
}

describe('a job', () => {
  test('gets its code and a test, a line in docs/log.md, and an entry in the server part of its feature', () => {
    const plan = job('count-rows', 'account', CRON)
    const code = plan.made.get('src/features/account/count-rows.server.ts')
    expect(code).toContain("name: 'account-count-rows'")
    expect(code).toContain(`cron: { match: '${CRON}' }`)
    expect([...plan.made.keys()]).toEqual([
      'src/features/account/count-rows.server.ts',
      'src/features/account/count-rows.server.test.ts',
    ])
    expect(added(plan, 'src/features/account/feature.server.ts')).toEqual([
      "import { countRowsTask } from './count-rows.server.ts'",
      '  tasks: [countRowsTask],',
    ])
    expect(added(plan, 'docs/log.md')).toEqual([
      '| `account-count-rows.finished` | info | the job is done | `src/features/account/count-rows.server.ts` |',
    ])
  })

  test('without a cron expression has a payload and no schedule', () => {
    const code = job('count-rows', 'account').made.get('src/features/account/count-rows.server.ts')
    expect(code).toContain('z.object({ userId: z.string() })')
    expect(code).not.toContain('cron')
  })

  test('has its cron expression in one line', () => {
    const code = job('count-rows', 'account', ' 0 7\n*  * *').made.get('src/features/account/count-rows.server.ts')
    expect(code).toContain(`cron: { match: '${CRON}' }`)
  })

  test('is added to the existing tasks of its feature', () => {
    expect(added(job('count-rows', 'core'), 'src/features/core/feature.server.ts').at(-1)).toMatch(
      /^ {2}tasks: \[countRowsTask, \w+/,
    )
  })

  test('creates and registers the server part of a feature that has none', () => {
    const plan = job('count-rows', 'home', CRON)
    expect(plan.made.get('src/features/home/feature.server.ts')).toContain(
      'export const home: ServerFeature = {\n  tasks: [countRowsTask],\n}',
    )
    expect(added(plan, 'src/features.server.ts')).toEqual([
      "import { home } from '#features/home/feature.server.ts'",
      '  home,',
    ])
  })

  test.each([
    ['Count_Rows', 'core', CRON, '"Count_Rows" isn\'t a valid name'],
    ['return', 'core', CRON, 'is a reserved word of JavaScript'],
    ['undefined', 'core', CRON, 'is a reserved word of JavaScript'],
    ['database', 'core', CRON, 'the code of a job uses "database"'],
    ['code-mail', 'core', CRON, 'src/features/core/feature.server.ts already uses "codeMailTask"'],
    ['account-data', 'account', CRON, 'src/features/account/account-data.server.ts already exists'],
    ['count-rows', undefined, CRON, 'The feature is missing. Set --feature to one of account, '],
    ['count-rows', 'nothing', CRON, 'There is no feature "nothing". Set --feature to one of account, '],
    ['count-rows', 'core', '0 7 * *', '"0 7 * *" isn\'t a cron expression'],
    ['count-rows', 'core', '0 25 * * *', '"0 25 * * *" isn\'t a cron expression'],
    ['count-rows', 'core', 'daily', '"daily" isn\'t a cron expression'],
    ['count-rows', 'core', '', '"" isn\'t a cron expression'],
  ])('a job with the name %j in the feature %j at %j is refused', (name, feature, cron, message) => {
    expect(() => job(name, feature, cron)).toThrow(refusal(message))
  })
})

describe('an email', () => {
  test('is an optional notice of its feature, with a function, a test and texts in every language', () => {
    const plan = mail('payment-due', 'home')
    expect([...plan.made.keys()]).toEqual([
      'src/features/home/payment-due-mail.server.ts',
      'src/features/home/payment-due-mail.server.test.ts',
    ])
    // On lines of its own, so that the next email finds the list.
    expect(added(plan, 'src/features/home/feature.ts').slice(0, 2)).toEqual([
      '  notices: {',
      "    'payment-due': { isOptional: true, hasAdvice: true },",
    ])
    for (const language of appConfig.languages) {
      const { notices } = JSON.parse(plan.changed.get(`locales/${language}/mail.json`) ?? '') as { notices: object }
      expect(notices).toMatchObject({ 'payment-due': { heading: 'Payment due' } })
      const { notices: choices } = JSON.parse(plan.changed.get(`locales/${language}/account.json`) ?? '') as {
        notices: { optional: object }
      }
      expect(Object.keys(choices.optional).toSorted()).toEqual(['payment-due', ...OPTIONAL_NOTICES].toSorted())
    }
  })

  test('is listed as untranslated in every language except English', () => {
    const { changed, untranslated } = mail('payment-due', 'home')
    const listed = JSON.parse(changed.get(UNTRANSLATED) ?? '{}') as Record<string, string[]>
    const keys = [
      ...['heading', 'lead', 'advice'].map((part) => `mail:notices.payment-due.${part}`),
      'account:notices.optional.payment-due',
    ]
    const others = appConfig.languages.filter((language) => language !== 'en')
    expect(untranslated).toEqual(Object.fromEntries(others.map((language) => [language, keys])))
    for (const language of others) {
      const isPartial = listed[language]?.includes('*') ?? false
      expect(keys.filter((key) => listed[language]?.includes(key))).toEqual(isPartial ? [] : keys)
    }
    expect(planMail(ROOT, { name: 'payment-due', feature: 'home' }, ['en']).changed.has(UNTRANSLATED)).toBe(false)
  })

  test('is added to the existing notices of its feature', () => {
    expect(added(mail('payment-due', 'users'), 'src/features/users/feature.ts')).toEqual([
      "    'payment-due': { isOptional: true, hasAdvice: true },",
    ])
  })

  test.each([
    ['Reminder', 'home', '"Reminder" isn\'t a valid name'],
    ['new-device', 'home', 'locales/en/mail.json already has an email of this name'],
    ['payment-due', undefined, 'The feature is missing'],
    ['payment-due', 'nothing', 'There is no feature "nothing"'],
  ])('an email with the name %j in the feature %j is refused', (name, feature, message) => {
    expect(() => mail(name, feature)).toThrow(refusal(message))
  })
})

describe('a setting', () => {
  test('without a feature is a variable with its schema, test, documentation and property of the environment', () => {
    const plan = setting('INVOICE_PREFIX', { default: 'INV-' })
    expect(plan.made.size).toBe(0)
    expect(added(plan, 'src/env/variables.server.ts')).toEqual(["  INVOICE_PREFIX: z.string().default('INV-'),"])
    expect(added(plan, 'src/env/environment.server.ts')).toEqual(['    invoicePrefix: values.INVOICE_PREFIX,'])
    expect(added(plan, 'src/env/variables.server.test.ts').join('')).toContain("env.invoicePrefix === 'INV-'")
    expect(added(plan, 'docs/settings.md')).toEqual(['| `INVOICE_PREFIX` | `INV-` | The invoice prefix. |'])
    expect(plan.changed.get('.env.example')).toMatch(/\n\n# The invoice prefix\.\nINVOICE_PREFIX=INV-\n$/)
  })

  test('is documented as a secret if it is one', () => {
    const plan = setting('INVOICE_KEY', { isSecret: true })
    for (const file of ['.env.example', 'docs/settings.md'])
      expect(added(plan, file).join('\n')).toContain('The invoice key, a secret: ')
    expect(plan.changed.get('.env.example')).toMatch(/\nINVOICE_KEY=\n$/)
  })

  test('creates the start part of a feature without settings, which is the last one in the list', () => {
    const plan = setting('INVOICE_PREFIX', { feature: 'home' })
    expect([...plan.made.keys()].toSorted()).toEqual([
      'src/features/home/feature.start.server.ts',
      'src/features/home/invoice-prefix-setting.test.ts',
    ])
    expect(plan.changed.get('src/features.start.server.ts')).toMatch(/startFeatures: .* = \[(.+, )?home\]$/m)
    expect(plan.changed.has('src/env/variables.server.ts')).toBe(false)
  })

  test.each([
    ['invoicePrefix', {}, '"invoicePrefix" isn\'t a valid name'],
    ['INVOICE__PREFIX', {}, '"INVOICE__PREFIX" isn\'t a valid name'],
    ['INVOICE_2', {}, '"INVOICE_2" isn\'t a valid name'],
    ['PORT', {}, '.env.example already has it'],
    ['DATABASE_URL', {}, '.env.example already has it'],
    ['NODE_ENV', {}, 'is reserved for the system, a library or a script'],
    ['LOCAL_DATABASE_URL', {}, 'is reserved for the system, a library or a script'],
    ['SECRET', {}, 'src/env/environment.server.ts already uses "secret"'],
    ['INVOICE_PREFIX', { feature: 'nothing' }, 'There is no feature "nothing"'],
    ['INVOICE_KEY', { isSecret: true, default: 'x' }, "can't be a secret with a default"],
    ['INVOICE_PREFIX', { default: "it's" }, "can't be a default"],
    ['INVOICE_PREFIX', { default: '' }, "can't be a default"],
    ['INVOICE_PREFIX', { default: 'a#b' }, "can't be a default"],
    ['INVOICE_PREFIX', { default: 'a\rb' }, "can't be a default"],
    ['HOSTNAME', {}, 'is reserved for the system, a library or a script'],
  ])('a setting with the name %j and the options %j is refused', (variable, more, message) => {
    expect(() => setting(variable, more)).toThrow(refusal(message))
  })
})

test('generated comments, docstrings and test titles pass the rules of src/architecture', () => {
  const plans = [
    job('count-rows', 'home', CRON),
    job('count-rows', 'home'),
    mail('payment-due', 'home'),
    setting('INVOICE_PREFIX', { feature: 'home' }),
  ]
  const files = plans.flatMap(({ made, changed }) => [...made, ...changed])
  const code = files.filter(([file]) => /\.(tsx?|md)$/.test(file)).map(([file, text]) => ({ path: file, text }))
  expect([...headlessDocstrings(code), ...refusedInComments(code), ...headlessTitles(code)]).toEqual([])
  expect(undocumentedExports(code.filter(({ path }) => path.endsWith('.ts')))).toEqual([])
})

describe('an app with other code', () => {
  let app = ''
  beforeAll(() => {
    app = mkdtempSync(path.join(os.tmpdir(), 'latchkey-parts-'))
    for (const part of ['src', '.env.example', 'docs/log.md', 'docs/settings.md'])
      cpSync(path.join(ROOT, part), path.join(app, part), { recursive: true })
  })
  afterAll(() => rmSync(app, { recursive: true, force: true }))

  const change = (file: string, edit: (text: string) => string) => writeFileSync(path.join(app, file), edit(read(file)))

  test('a setting is added to the existing settings of its feature, and the first start part to an empty list', () => {
    writeFileSync(
      path.join(app, 'src/features/home/feature.start.server.ts'),
      "import { text } from '#env/fields.server.ts'\n\nexport const home = {\n  settings: {\n    variables: { OTHER: text() },\n  },\n}\n",
    )
    const plan = planSetting(app, { variable: 'INVOICE_PREFIX', feature: 'home' })
    expect(plan.changed.get('src/features/home/feature.start.server.ts')).toBe(
      "import { z } from 'zod'\nimport { text } from '#env/fields.server.ts'\n\nexport const home = {\n  settings: {\n    variables: { INVOICE_PREFIX: z.string().optional(),  OTHER: text() },\n  },\n}\n",
    )
    change('src/features.start.server.ts', (text) =>
      text.replace(/(startFeatures: .* = \[).*\]/, '$1]').replaceAll(/^import .* from '#features\/.*\n/gm, ''),
    )
    const first = planSetting(app, { variable: 'INVOICE_PREFIX', feature: 'account' })
    const list = first.changed.get('src/features.start.server.ts')
    expect(list).toMatch(/startFeatures: .* = \[account\]$/m)
    expect(list).toMatch(/^import { account } from '#features\/account\/feature\.start\.server\.ts'$/m)
  })

  test('files in an unknown format are refused by name', () => {
    writeFileSync(path.join(app, 'src/features/home/feature.start.server.ts'), 'export const home = {}\n')
    expect(() => planSetting(app, { variable: 'INVOICE_PREFIX', feature: 'home' })).toThrow(
      /src\/features\/home\/feature\.start\.server\.ts.+ Nothing was written\.$/,
    )
    writeFileSync(path.join(app, 'src/features/account/feature.server.ts'), 'export default {}\n')
    expect(() => planJob(app, { name: 'count-rows', feature: 'account' })).toThrow(
      /src\/features\/account\/feature\.server\.ts.+ Nothing was written\.$/,
    )
    writeFileSync(path.join(app, 'src/features/home/feature.ts'), 'export default {}\n')
    expect(() => planJob(app, { name: 'count-rows', feature: 'home' })).toThrow(
      /src\/features\/home\/feature\.ts.+ Nothing was written\.$/,
    )
    rmSync(path.join(app, 'docs/log.md'))
    expect(() => planJob(app, { name: 'count-rows', feature: 'users' })).toThrow(
      /^Can't read docs\/log\.md.+ Nothing was written\.$/,
    )
  })
})
