import { appConfig } from '#app.config'
import { directionOf, isLanguage } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import type { Mail } from './mail.ts'

/** The kinds of notices. Each has its sentences in `locales/<lang>/mail.json`, under `notices`. */
export type NoticeKind = 'email-changed' | 'address-in-use'

interface Notice {
  /** Becomes the mail's id. */
  id: string
  kind: NoticeKind
  email: string
  /** Any text; what is no language of ours is the default. */
  language: string | null
}

/** Composes a mail that tells what happened to an account, in HTML and in plain text. */
export async function composeNoticeMail({ id, kind, email, language: wanted }: Notice): Promise<Mail> {
  const language = isLanguage(wanted) ? wanted : appConfig.defaultLanguage
  const t = translatorFor(language).getFixedT(language, 'mail')
  const product = appConfig.name
  const lead = t(`notices.${kind}.lead`, { product })
  const heading = t(`notices.${kind}.heading`)
  const texts = { subject: heading, preview: lead, heading, lead, advice: t(`notices.${kind}.advice`) }
  // Loaded with the first mail, for it is large and the server should start fast.
  const [{ render }, { NoticeEmail }] = await Promise.all([import('react-email'), import('#emails/notice-email.tsx')])
  const html = await render(NoticeEmail({ product, language, direction: directionOf(language), texts }))
  return { id, to: email, subject: heading, html, text: `${[heading, lead, texts.advice].join('\n\n')}\n` }
}
