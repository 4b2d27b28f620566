import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { translatorFor } from '#i18n/translators.server.ts'
import { speaks } from '#lib/test-languages.ts'
import type { NoticeKind } from './notice-kinds.ts'
import { composeNoticeMail } from './notice-mail.server.ts'

const link = { token: 'some-token', givesAddressBack: true }
const notice = { id: 'a1', kind: 'email-changed', email: 'old@example.com', link } as const

test('a notice goes to the old address and says the same in HTML and in plain text', async () => {
  const mail = await composeNoticeMail({ ...notice, language: 'en' })
  expect(mail).toMatchObject({ id: 'a1', to: 'old@example.com', subject: 'Your email address was changed' })
  for (const body of [mail.html, mail.text]) expect(body).toContain('Your account then gets this address back')
})

test.runIf(speaks('ar'))('a notice is written in the language of the receiver, right to left where it is', async () => {
  const { html, subject } = await composeNoticeMail({ ...notice, language: 'ar' })
  expect(html).toMatch(/<html[^>]*dir="rtl"[^>]*lang="ar"|<html[^>]*lang="ar"[^>]*dir="rtl"/)
  expect(subject).toBe('تم تغيير عنوان بريدك الإلكتروني')
})

test('a notice for somebody whose language is not known is in the default language', async () => {
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
  'the mail of %s, which an administrator may have caused, does not ask whether it was its reader',
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

test('the mail of a deleted account promises neither that its sessions end nor that it comes back', async () => {
  const link = { token: 'some-token', givesAddressBack: false }
  const { text } = await composeNoticeMail({ ...notice, kind: 'account-deleted', link, language: 'en' })
  expect(text).toContain('Your account stays deleted')
  expect(text).not.toMatch(/signs|permanently/)
})

test('administrators are told of a deleted account that it is still deleted, not that its sessions were ended', async () => {
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
