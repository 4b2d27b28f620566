import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { manifests } from '#features.ts'
import type { Namespace } from './namespaces.ts'
import { rowsOfLanguages } from '#lib/test-languages.ts'
import { createBrowserTranslator, startTranslator } from './translator.client.ts'
import { textsFor, translatorFor } from './translators.server.ts'

const NAMESPACES = manifests.flatMap(({ texts = {} }) => Object.keys(texts) as Namespace[])

test.each(appConfig.languages)('%s uses the digits 0 to 9 in numbers and durations', (language) => {
  const t = translatorFor(language).getFixedT(language, NAMESPACES)
  const texts = [
    t('dashboard:signInsOn', { count: 12_345, day: '1' }),
    t('user:impersonate.text', { name: 'Ada' }),
    t('login:messages.codeLength', { count: appConfig.loginCode.length }),
  ]
  for (const text of texts) expect(text).not.toMatch(/(?=\P{ASCII})\p{Nd}|\{\{/u)
})

test.each(
  rowsOfLanguages([
    ['en', '12,345', '1 hour'],
    ['fr', '12\u202f345', '1\u00a0heure'],
    ['ar', '12,345', 'لمدة ساعة على'],
    ['sw', '12,345', 'saa 1'],
  ]),
)('in %s numbers are grouped and durations are written in words', (language, number, duration) => {
  const t = translatorFor(language).getFixedT(language, NAMESPACES)
  expect(t('dashboard:signInsOn', { count: 12_345, day: '1' })).toContain(number)
  expect(t('user:impersonate.text', { name: 'Ada' })).toContain(duration)
  expect(t('user:impersonate.text', { name: 'Ada', impersonationMinutes: 90 })).toContain('90')
})

test.each(rowsOfLanguages([['ar', 'خلال يومين.', 'لمدة ساعتين على']]))(
  'in %s the dual of a duration fits after a preposition',
  (language, days, duration) => {
    const t = translatorFor(language).getFixedT(language, NAMESPACES)
    expect(t('bulk:canUndo', { days: 2 })).toContain(days)
    expect(t('user:impersonate.text', { name: 'Ada', impersonationMinutes: 120 })).toContain(duration)
  },
)

test('the message for an invalid code equals the specification', () => {
  const { length } = appConfig.loginCode
  expect(translatorFor('en').t('login:messages.codeLength', { count: length })).toBe('Code should be 6 characters')
})

test('a right-to-left name does not reorder the sentence around it', () => {
  const t = translatorFor('en').getFixedT('en', NAMESPACES)
  expect(t('repositories:added', { name: 'مشروع!' })).toBe('\u2068مشروع!\u2069 was added.')
  expect(t('repositories:added', { name: 'Tools & <b>' })).toBe('Tools & <b> was added.')
})

test.each(appConfig.languages)('in %s the browser formats values in texts like the server', (language) => {
  const browser = createBrowserTranslator()
  startTranslator(browser, { language, texts: textsFor(language, ['user', 'dashboard']) })
  for (const [key, values] of [
    ['user:impersonate.text', { name: 'ليلى' }],
    ['dashboard:signInsOn', { count: 12_345, day: '1' }],
  ] as const)
    expect(browser.t(key, values)).toBe(translatorFor(language).t(key, values))
})
