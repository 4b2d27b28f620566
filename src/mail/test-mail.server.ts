import { appConfig } from '#app.config'
import type { Language } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import type { Mail } from './mail.ts'
import { writeMail } from './write-mail.server.ts'

/** Composes the mail with which an operator checks the delivery and the design of mails in a language. */
export async function composeTestMail({ email, language }: { email: string; language: Language }): Promise<Mail> {
  const t = translatorFor(language).getFixedT(language, 'mail')
  const lead = t('test.lead', { product: appConfig.name })
  const content = { preview: lead, heading: t('test.heading'), lead, parts: [] }
  return writeMail({ id: crypto.randomUUID(), to: email, language, ...content })
}
