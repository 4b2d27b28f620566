import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { directionOf } from '#i18n/languages.ts'
import { TRANSLATED } from '#lib/test-languages.ts'
import { composeCodeMail } from './code-mail.server.ts'

const LOGIN_CODE = { id: 'request-1', email: 'ada@example.com', code: '012345', purpose: 'sign-in' as const }

describe.each(appConfig.languages)('the code email in %s', (language) => {
  const composing = composeCodeMail({ ...LOGIN_CODE, language })

  test('the code email has one recipient and the ID of the code request', async () => {
    expect(await composing).toMatchObject({ id: 'request-1', to: 'ada@example.com' })
  })

  test('the code email has the code on its own line in the plain text', async () => {
    expect((await composing).text.split('\n')).toContain(LOGIN_CODE.code)
  })

  test('the code email has the code in one left-to-right element in the HTML, so that it can be selected', async () => {
    expect((await composing).html).toMatch(/<p[^>]* dir="ltr"[^>]*>012345<\/p>/)
  })

  test('the code email has the language and the text direction of its language', async () => {
    const { html } = await composing
    expect(html).toMatch(new RegExp(`<html[^>]* dir="${directionOf(language)}"`))
    expect(html).toMatch(new RegExp(`<html[^>]* lang="${language}"`))
    expect(html).toContain(`text-align:${directionOf(language) === 'rtl' ? 'right' : 'left'}`)
  })

  test('the code email states the lifetime of the code, with the same sentences in HTML and plain text', async () => {
    const { html, text, subject } = await composing
    const plain = html.replace(/<style.*?<\/style>|<[^>]+>/gs, ' ').replaceAll('&#x27;', "'")
    for (const paragraph of text.trim().split('\n\n')) expect(plain).toContain(paragraph)
    expect(text).toMatch(
      new RegExp(`${new Intl.NumberFormat(language).format(appConfig.loginCode.lifetimeMinutes)}|خمس|\\b5\\b`),
    )
    expect(plain).toContain(subject)
  })

  test('the code email has no unfilled variable, and a subject of one line', async () => {
    const { subject, html, text } = await composing
    expect(`${subject}${html}${text}`).not.toMatch(/\{\{|\}\}|codes\.|code(Preview|Validity)/)
    expect(subject).not.toMatch(/[\r\n]/)
  })

  test('the code email has no pictures, scripts or links', async () => {
    expect((await composing).html).not.toMatch(/<(img|script|a)\b|https?:\/\/(?!www\.w3\.org)/i)
  })
})

test('the subject of the code email is translated into every language', async () => {
  const mails = await Promise.all(TRANSLATED.map((language) => composeCodeMail({ ...LOGIN_CODE, language })))
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(TRANSLATED.length)
})

test.each(appConfig.languages)('each purpose of a code has its own subject in %s', async (language) => {
  const purposes = ['sign-in', 'change-email', 're-authenticate', 'delete-account'] as const
  const mails = await Promise.all(purposes.map((purpose) => composeCodeMail({ ...LOGIN_CODE, purpose, language })))
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(purposes.length)
  for (const { text } of mails) expect(text.split('\n')).toContain(LOGIN_CODE.code)
})

test('the English subject is "Your verification code"', async () => {
  expect((await composeCodeMail({ ...LOGIN_CODE, language: 'en' })).subject).toBe('Your verification code')
})

test.each(['xx', '', '__proto__'])('the unknown language "%s" falls back to English', async (language) => {
  expect((await composeCodeMail({ ...LOGIN_CODE, language })).html).toMatch(/<html[^>]* lang="en"/)
})
