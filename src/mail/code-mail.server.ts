import { appConfig } from '#app.config'
import { directionOf, isLanguage } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import type { CodePurpose } from '#lib/code-purpose.ts'
import type { Mail } from './mail.ts'

interface CodeMailInput {
  /** The id of the code request, which becomes the id of the mail. */
  id: string
  email: string
  code: string
  /** The purpose of the code. Its sentences are in `locales/<lang>/mail.json`, under `codes`. */
  purpose: CodePurpose
  language: string
}

/** Composes the mail with a code, in HTML and in plain text. */
export async function composeCodeMail({ id, email, code, purpose, language: wanted }: CodeMailInput): Promise<Mail> {
  const language = isLanguage(wanted) ? wanted : appConfig.defaultLanguage
  const t = translatorFor(language).getFixedT(language, 'mail')
  const product = appConfig.name
  const heading = t(`codes.${purpose}.heading`)
  const texts = {
    preview: t('codePreview', { code }),
    heading,
    lead: t(`codes.${purpose}.lead`, { product }),
    validity: t('codeValidity', { count: appConfig.loginCode.lifetimeMinutes }),
    notYou: t(`codes.${purpose}.notYou`),
  }
  // Load the library with the first mail, because it is large and the server should start fast.
  const [{ render }, { CodeEmail }] = await Promise.all([import('react-email'), import('#emails/code-email.tsx')])
  const html = await render(CodeEmail({ code, product, language, direction: directionOf(language), texts }))
  const text = [heading, texts.lead, code, texts.validity, texts.notYou].join('\n\n')
  return { id, to: email, subject: heading, html, text: `${text}\n` }
}
