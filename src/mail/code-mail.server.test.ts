import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { directionOf } from '#i18n/languages.ts'
import { TRANSLATED } from '#lib/test-languages.ts'
import { composeCodeMail } from './code-mail.server.ts'

const LOGIN_CODE = { id: 'request-1', email: 'ada@example.com', code: '012345', purpose: 'sign-in' as const }

describe.each(appConfig.languages)('the mail in %s', (language) => {
  const composing = composeCodeMail({ ...LOGIN_CODE, language })

  test('goes to the one address, under the id of the code request', async () => {
    expect(await composing).toMatchObject({ id: 'request-1', to: 'ada@example.com' })
  })

  test('has the code in a line of its own in the plain text', async () => {
    expect((await composing).text.split('\n')).toContain(LOGIN_CODE.code)
  })

  test('has the code in one piece in the HTML, left to right, so that it can be selected', async () => {
    expect((await composing).html).toMatch(/<p[^>]* dir="ltr"[^>]*>012345<\/p>/)
  })

  test('says in its own language and direction what it is about', async () => {
    const { html } = await composing
    expect(html).toMatch(new RegExp(`<html[^>]* dir="${directionOf(language)}"`))
    expect(html).toMatch(new RegExp(`<html[^>]* lang="${language}"`))
    expect(html).toContain(`text-align:${directionOf(language) === 'rtl' ? 'right' : 'left'}`)
  })

  test('says for how long the code is valid, and every sentence in plain text too', async () => {
    const { html, text, subject } = await composing
    const plain = html.replace(/<style.*?<\/style>|<[^>]+>/gs, ' ').replaceAll('&#x27;', "'")
    for (const paragraph of text.trim().split('\n\n')) expect(plain).toContain(paragraph)
    expect(text).toMatch(
      new RegExp(`${new Intl.NumberFormat(language).format(appConfig.loginCode.lifetimeMinutes)}|خمس|\\b5\\b`),
    )
    expect(plain).toContain(subject)
  })

  test('has no variable left unfilled, and its subject no second line', async () => {
    const { subject, html, text } = await composing
    expect(`${subject}${html}${text}`).not.toMatch(/\{\{|\}\}|codes\.|code(Preview|Validity)/)
    expect(subject).not.toMatch(/[\r\n]/)
  })

  test('needs no pictures, scripts or links', async () => {
    expect((await composing).html).not.toMatch(/<(img|script|a)\b|https?:\/\/(?!www\.w3\.org)/i)
  })
})

test('every language has words of its own', async () => {
  const mails = await Promise.all(TRANSLATED.map((language) => composeCodeMail({ ...LOGIN_CODE, language })))
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(TRANSLATED.length)
})

test.each(appConfig.languages)('each purpose has words of its own in %s', async (language) => {
  const purposes = ['sign-in', 'change-email', 're-authenticate', 'delete-account'] as const
  const mails = await Promise.all(purposes.map((purpose) => composeCodeMail({ ...LOGIN_CODE, purpose, language })))
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(purposes.length)
  for (const { text } of mails) expect(text.split('\n')).toContain(LOGIN_CODE.code)
})

test('in English the subject says what the mail holds', async () => {
  expect((await composeCodeMail({ ...LOGIN_CODE, language: 'en' })).subject).toBe('Your verification code')
})

test.each(['xx', '', '__proto__'])('the unknown language "%s" is English', async (language) => {
  expect((await composeCodeMail({ ...LOGIN_CODE, language })).html).toMatch(/<html[^>]* lang="en"/)
})
