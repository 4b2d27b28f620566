import { appConfig } from '#app.config'
import type { EmailPart, EmailProps } from '#emails/email.tsx'
import { directionOf, type Language } from '#i18n/languages.ts'
import type { Mail } from './mail.ts'

interface MailContent extends Pick<Mail, 'id' | 'to'>, Pick<EmailProps, 'preview' | 'heading' | 'lead' | 'parts'> {
  language: Language
}

/** Writes a mail in HTML and in plain text. */
export async function writeMail({ id, to, ...content }: MailContent): Promise<Mail> {
  const { language, heading, lead, parts } = content
  // Load the library with the first mail, because it is large and the server should start fast.
  const [{ render }, { Email }] = await Promise.all([import('react-email'), import('#emails/email.tsx')])
  const html = await render(Email({ ...content, product: appConfig.name, direction: directionOf(language) }))
  const text = [heading, lead, ...parts.flatMap(paragraphsOf)].join('\n\n')
  return { id, to, subject: heading, html, text: `${text}\n` }
}

/** Returns the paragraphs of a part in plain text. A button's label is left out, because the paragraphs before it say the same. */
function paragraphsOf(part: EmailPart): string[] {
  if (typeof part === 'string') return [part]
  if ('code' in part) return [part.code]
  return part.look === 'text' ? [part.label, part.url] : [part.url]
}
