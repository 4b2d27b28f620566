import { appConfig } from '#app.config'
import type { Language } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { composeMail } from './compose-mail.server.ts'
import type { Mail } from './mail.ts'

/** Composes the mail with which an operator checks the delivery and the design of mails in a language. */
export function composeTestMail({ email, language }: { email: string; language: Language }): Promise<Mail> {
  const t = translatorFor(language).getFixedT(language, 'mail')
  const lead = t('test.lead', { product: appConfig.name })
  const content = { heading: t('test.heading'), preview: lead, parts: [{ kind: 'lead' as const, text: lead }] }
  return composeMail({ id: crypto.randomUUID(), email, language, ...content })
}
