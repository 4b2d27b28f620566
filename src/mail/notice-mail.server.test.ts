import { expect, test } from 'vitest'
import { composeNoticeMail } from './notice-mail.server.ts'

const link = { token: 'some-token', givesAddressBack: true }
const notice = { id: 'a1', kind: 'email-changed', email: 'old@example.com', link } as const

test('a notice goes to the old address and says the same in HTML and in plain text', async () => {
  const mail = await composeNoticeMail({ ...notice, language: 'en' })
  expect(mail).toMatchObject({ id: 'a1', to: 'old@example.com', subject: 'Your email address was changed' })
  for (const body of [mail.html, mail.text]) expect(body).toContain('gives your account this address back')
})

test('a notice is written in the language of the receiver, right to left where it is', async () => {
  const { html, subject } = await composeNoticeMail({ ...notice, language: 'ar' })
  expect(html).toMatch(/<html[^>]*dir="rtl"[^>]*lang="ar"|<html[^>]*lang="ar"[^>]*dir="rtl"/)
  expect(subject).toBe('تم تغيير عنوان بريدك الإلكتروني')
})

test('a notice for somebody whose language is not known is in the default language', async () => {
  for (const language of [null, 'tlh', '../../en'])
    expect((await composeNoticeMail({ ...notice, language })).subject).toBe('Your email address was changed')
})
