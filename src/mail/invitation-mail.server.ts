import { appConfig } from '#app.config'
import { environment } from '#env/environment.server.ts'
import { directionOf, isLanguage, type Language } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { preventAutoLinks } from '#lib/text-safety.ts'
import type { Mail } from './mail.ts'

interface InvitationMailInput {
  /** The id of the mail. */
  id: string
  email: string
  /** Any text; an unknown language is replaced by the default. */
  language: string
  /** The name of the inviter; null if that user no longer exists. */
  invitedBy: string | null
  /** The name of the organization; absent for an invitation to the product itself. */
  organization?: string
  /** Whether the address belongs to an account, which has a language of its own. */
  hasAccount?: boolean
  token: string
}

/** Composes the mail of an invitation to the product or into an organization, in HTML and in plain text. */
export async function composeInvitationMail({
  id,
  email,
  language: wanted,
  invitedBy,
  organization,
  hasAccount = false,
  token,
}: InvitationMailInput): Promise<Mail> {
  const language = isLanguage(wanted) ? wanted : appConfig.defaultLanguage
  const product = appConfig.name
  const t = translatorFor(language).getFixedT(language, 'mail')
  const kind = organization === undefined ? 'invitation' : 'organizationInvitation'
  const { days } = organization === undefined ? appConfig.invitation : appConfig.organization.invitation
  const names = { product, organization: preventAutoLinks(organization ?? ''), name: preventAutoLinks(invitedBy ?? '') }
  const heading = t(`${kind}.heading`, names)
  const howTo = t(`${kind}.howTo`, names)
  const texts = {
    preview: howTo,
    heading,
    lead: t(invitedBy === null ? `${kind}.leadOfNobody` : `${kind}.lead`, names),
    howTo,
    link: { label: t(`${kind}.link`, names), url: urlOf(hasAccount ? undefined : language, token) },
    validity: t('invitation.validity', { days }),
    notExpected: t('invitation.notExpected'),
  }
  // Load the library with the first mail, because it is large and the server should start fast.
  const [{ render }, { InvitationEmail }] = await Promise.all([
    import('react-email'),
    import('#emails/invitation-email.tsx'),
  ])
  const html = await render(InvitationEmail({ product, language, direction: directionOf(language), texts }))
  const paragraphs = [heading, texts.lead, texts.howTo, texts.link.url, texts.validity, texts.notExpected]
  return { id, to: email, subject: heading, html, text: `${paragraphs.join('\n\n')}\n` }
}

/**
 * Returns the URL for the link. It doesn't contain the recipient's address, because links end up in logs and histories.
 * @param language the language of the page; absent if the recipient's account has one
 */
function urlOf(language: Language | undefined, token: string): string {
  const parameters = new URLSearchParams({ ...(language && { lng: language }), token })
  return `${environment().appUrl}/invitation?${parameters.toString()}`
}
