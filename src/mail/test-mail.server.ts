import { appConfig } from '#app.config'
import { directionOf, type Language } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import type { Mail } from './mail.ts'

/** Composes the mail with which an operator checks the delivery and the design of mails in a language. */
export async function composeTestMail({ email, language }: { email: string; language: Language }): Promise<Mail> {
  const t = translatorFor(language).getFixedT(language, 'mail')
  const product = appConfig.name
  const [heading, lead] = [t('test.heading'), t('test.lead', { product })]
  const [{ render }, { NoticeEmail }] = await Promise.all([import('react-email'), import('#emails/notice-email.tsx')])
  const texts = { subject: heading, preview: lead, heading, lead }
  const html = await render(NoticeEmail({ product, language, direction: directionOf(language), texts }))
  return { id: crypto.randomUUID(), to: email, subject: heading, html, text: `${heading}\n\n${lead}\n` }
}
