import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { translatorFor } from '#i18n/translators.server.ts'
import { hasLanguages } from '#lib/test-languages.ts'
import type { NoticeKind } from './notice-kinds.ts'
import { composeNoticeMail } from './notice-mail.server.ts'

const link = { token: 'some-token', givesAddressBack: true }
const notice = { id: 'a1', kind: 'email-changed', email: 'old@example.com', link } as const

test('a notice goes to the given address and has the same content in HTML and plain text', async () => {
  const mail = await composeNoticeMail({ ...notice, language: 'en' })
  expect(mail).toMatchObject({ id: 'a1', to: 'old@example.com', subject: 'Your email address was changed' })
  for (const body of [mail.html, mail.text]) expect(body).toContain('address back to this one')
})

test.runIf(hasLanguages('ar'))('a notice has the language and the text direction of its recipient', async () => {
  const { html, subject } = await composeNoticeMail({ ...notice, language: 'ar' })
  expect(html).toMatch(/<html[^>]*dir="rtl"[^>]*lang="ar"|<html[^>]*lang="ar"[^>]*dir="rtl"/)
  expect(subject).toBe('تم تغيير عنوان بريدك الإلكتروني')
})

test('a notice to a recipient with an unknown language is in the default language', async () => {
  for (const language of [null, 'tlh', '../../en'])
    expect((await composeNoticeMail({ ...notice, language })).subject).toBe('Your email address was changed')
})

test.each([
  ['account-deleted', false],
  ['email-changed', false],
  ['impersonation-started', false],
  ['passkey-removed', true],
  ['passkeys-reset', false],
  ['role-changed', false],
  ['new-device', true],
] satisfies [NoticeKind, boolean][])(
  'the notice of %s has the link "This wasn’t me" only if no administrator can have caused it',
  async (kind, isOfReader) => {
    const link = { token: 'some-token', givesAddressBack: false }
    for (const language of appConfig.languages) {
      const t = translatorFor(language).getFixedT(language, 'mail')
      const { html, text } = await composeNoticeMail({ id: 'a1', kind, email: 'a@example.com', link, language })
      const days = appConfig.notices.linkDays
      expect(text.includes(t('notMe.advice', { days }))).toBe(isOfReader)
      expect(html.includes(`>${t('notMe.link').replaceAll("'", '&#x27;')}<`)).toBe(isOfReader)
    }
  },
)

test('the notice of a deleted account says that it stays deleted, and does not mention its sessions', async () => {
  const link = { token: 'some-token', givesAddressBack: false }
  const { text } = await composeNoticeMail({ ...notice, kind: 'account-deleted', link, language: 'en' })
  expect(text).toContain('Your account will stay deleted')
  expect(text).not.toMatch(/signs|permanently/)
})

test('the report of a deleted account to administrators says that it is still deleted, not that sessions were ended', async () => {
  const values = { person: 'eve@example.com', isDeleted: true }
  const { text } = await composeNoticeMail({
    id: 'a1',
    kind: 'not-me-reported',
    email: 'x@y.z',
    values,
    language: 'en',
  })
  expect(text).toContain('still deleted')
  expect(text).not.toContain('sessions of the account')
})
