import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { appConfig } from '#app.config'
import { copyCheckout, type CopyOfCheckout } from '../support/copy-of-checkout.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const LANGUAGE = ['node', 'scripts/language.ts'] as const
const LAST = String(appConfig.languages.at(-1))

let copy: CopyOfCheckout

test.describe.configure({ timeout: 1_800_000 })
test.beforeEach(() => {
  copy = copyCheckout('language')
})
test.afterEach(() => copy.remove())

test('a refused or previewed change of languages writes nothing', ONLY_IN_FULL_RUN, async () => {
  test.skip(LAST === 'en', 'the app has no other language')
  for (const [args, told] of [
    [[], 'Usage: npm run language'],
    [['translate', 'de'], 'Usage: npm run language'],
    [['add', 'xx'], "isn't a language"],
    [['add', LAST], `has ${LAST} already`],
    [['remove', 'en'], "can't be removed"],
    [['remove', 'tlh'], "doesn't have tlh"],
    [['remove', LAST], `npm run language -- remove ${LAST} --yes`],
  ] as const)
    await expect(copy.run(...LANGUAGE, ...args), args.join(' ')).rejects.toThrow(told)
  const { output } = await copy.run(...LANGUAGE, 'remove', LAST, '--dry-run')
  expect(output).toContain(`  locales/${LAST}/common.json`)
  expect(copy.git('diff', '--name-only')).toBe('')
  expect(copy.git('ls-files', '--others', '--exclude-standard')).toBe('')

  writeFileSync(path.join(copy.folder, 'README.md'), 'changed')
  await expect(copy.run(...LANGUAGE, 'add', 'he')).rejects.toThrow('uncommitted changes: README.md')
  expect(existsSync(path.join(copy.folder, 'locales/he'))).toBe(false)
})

test(
  'after adding two languages and removing one, the app passes its checks and the tests of texts',
  ONLY_IN_FULL_RUN,
  async () => {
    await change('add', 'pt-BR')
    await change('add', 'he')
    if (LAST !== 'en') await change('remove', LAST)
    expect(copy.git('ls-files', `locales/${LAST}`) === '').toBe(LAST !== 'en')
    expect(readFileSync(path.join(copy.folder, 'src/i18n/languages.ts'), 'utf8')).toContain(
      "'pt-BR': 'Português (Brasil)',",
    )
    await runChecks()
  },
)

test('an app with only English passes its checks and the tests of texts', ONLY_IN_FULL_RUN, async () => {
  for (const language of appConfig.languages.slice(1)) await change('remove', language)
  await runChecks()
})

async function change(act: 'add' | 'remove', code: string) {
  const { output } = await copy.run(...LANGUAGE, act, code, '--yes')
  expect(output).toContain(`${act === 'add' ? 'Added' : 'Removed'} ${code}. Next:`)
  copy.git('add', '--all')
}

async function runChecks() {
  await copy.run('oxfmt', '--check', '.')
  await copy.run('oxlint', '--type-aware', '--type-check', '.')
  await copy.run('knip')
  await copy.run(
    'vitest',
    'run',
    '--reporter=dot',
    'src/architecture',
    'src/i18n',
    'scripts/generate',
    'scripts/language',
    '--exclude=**/*.{slow,all}.test.ts',
  )
}
