import { appConfig } from '#app.config'
import { directionOf, isLanguage } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import type { Mail } from './mail.ts'

interface LoginCode {
  /** Of the asking; becomes the mail's id. */
  id: string
  email: string
  code: string
  language: string
}

/** Composes the mail with a login code, in HTML and in plain text. */
export async function composeLoginCodeMail({ id, email, code, language: wanted }: LoginCode): Promise<Mail> {
  const language = isLanguage(wanted) ? wanted : appConfig.defaultLanguage
  const t = translatorFor(language).getFixedT(language, 'mail')
  const product = appConfig.name
  const texts = {
    subject: t('loginCode.subject'),
    preview: t('loginCode.preview', { code }),
    heading: t('loginCode.heading'),
    lead: t('loginCode.lead', { product }),
    validity: t('loginCode.validity', { count: appConfig.loginCode.lifetimeMinutes }),
    notYou: t('loginCode.notYou'),
  }
  // Loaded with the first mail, for it is large and the server should start fast.
  const [{ render }, { LoginCodeEmail }] = await Promise.all([
    import('react-email'),
    import('#emails/login-code-email.tsx'),
  ])
  const html = await render(LoginCodeEmail({ code, product, language, direction: directionOf(language), texts }))
  const text = [texts.heading, texts.lead, code, texts.validity, texts.notYou].join('\n\n')
  return { id, to: email, subject: texts.subject, html, text: `${text}\n` }
}
