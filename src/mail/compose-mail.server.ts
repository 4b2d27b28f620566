import { appConfig } from '#app.config'
import type { MailPart } from '#emails/mail-email.tsx'
import { directionOf, type Language } from '#i18n/languages.ts'
import type { Mail } from './mail.ts'

interface MailContent extends Pick<Mail, 'id'> {
  email: string
  language: Language
  /** The text that email clients show beside the subject. */
  preview: string
  /** The heading, which is also the subject. */
  heading: string
  parts: MailPart[]
}

/** Composes a mail with the same content in HTML and in plain text. */
export async function composeMail({ id, email, ...content }: MailContent): Promise<Mail> {
  const { heading, language, parts } = content
  // Load the library with the first mail, because it is large and the server should start fast.
  const [{ render }, { MailEmail }] = await Promise.all([import('react-email'), import('#emails/mail-email.tsx')])
  const html = await render(MailEmail({ ...content, product: appConfig.name, direction: directionOf(language) }))
  const text = `${[heading, ...parts.flatMap(paragraphsOf)].join('\n\n')}\n`
  return { id, to: email, subject: heading, html, text }
}

/** Returns the paragraphs of a part in plain text. The sentence before a button explains it, so its label is left out. */
function paragraphsOf(part: MailPart): string[] {
  if ('text' in part) return [part.text]
  return part.kind === 'link' ? [part.label, part.url] : [part.url]
}
