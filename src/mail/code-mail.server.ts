import { appConfig } from '#app.config'
import { languageOrDefault } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import type { CodePurpose } from '#lib/code-purpose.ts'
import { composeMail } from './compose-mail.server.ts'
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

/** Composes the mail with a code. */
export function composeCodeMail({ code, purpose, ...mail }: CodeMailInput): Promise<Mail> {
  const language = languageOrDefault(mail.language)
  const t = translatorFor(language).getFixedT(language, 'mail')
  return composeMail({
    ...mail,
    language,
    preview: t('codePreview', { code }),
    heading: t(`codes.${purpose}.heading`),
    parts: [
      { kind: 'lead', text: t(`codes.${purpose}.lead`, { product: appConfig.name }) },
      { kind: 'code', text: code },
      { kind: 'aside', text: t('codeValidity', { count: appConfig.loginCode.lifetimeMinutes }) },
      { kind: 'aside', text: t(`codes.${purpose}.notYou`) },
    ],
  })
}
