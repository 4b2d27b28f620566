import { appConfig } from '#app.config'
import { isLanguage } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import type { CodePurpose } from '#lib/code-purpose.ts'
import type { Mail } from './mail.ts'
import { writeMail } from './write-mail.server.ts'

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
  return writeMail({
    id,
    to: email,
    language,
    preview: t('codePreview', { code }),
    heading: t(`codes.${purpose}.heading`),
    lead: t(`codes.${purpose}.lead`, { product: appConfig.name }),
    parts: [{ code }, t('codeValidity', { count: appConfig.loginCode.lifetimeMinutes }), t(`codes.${purpose}.notYou`)],
  })
}
