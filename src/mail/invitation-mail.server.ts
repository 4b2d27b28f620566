import { appConfig } from '#app.config'
import { environment } from '#env/environment.server.ts'
import { directionOf, isLanguage, type Language } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { withoutLinks } from '#lib/spoofing.ts'
import type { Mail } from './mail.ts'

interface Invitation {
  /** Becomes the mail's id. */
  id: string
  email: string
  /** Any text; what is no language of ours is the default. */
  language: string
  /** Whose invitation it is, by name; null where that administrator is gone. */
  invitedBy: string | null
  /** What it leads into, by name; absent for the product itself. */
  organization?: string
  /** Somebody has an account at this address, and with it a language of their own. */
  hasAccount?: boolean
  token: string
}

/** Composes the mail that invites somebody, to the product or into an organization, in HTML and in plain text. */
export async function composeInvitationMail({
  id,
  email,
  language: wanted,
  invitedBy,
  organization,
  hasAccount = false,
  token,
}: Invitation): Promise<Mail> {
  const language = isLanguage(wanted) ? wanted : appConfig.defaultLanguage
  const product = appConfig.name
  const t = translatorFor(language).getFixedT(language, 'mail')
  const kind = organization === undefined ? 'invitation' : 'organizationInvitation'
  const { days } = organization === undefined ? appConfig.invitation : appConfig.organization.invitation
  const names = { product, organization: withoutLinks(organization ?? ''), name: withoutLinks(invitedBy ?? '') }
  const heading = t(`${kind}.heading`, names)
  const howTo = t(`${kind}.howTo`, names)
  const texts = {
    subject: heading,
    preview: howTo,
    heading,
    lead: t(invitedBy === null ? `${kind}.leadOfNobody` : `${kind}.lead`, names),
    howTo,
    link: { label: t(`${kind}.link`, names), url: urlOf(hasAccount ? undefined : language, token) },
    validity: t('invitation.validity', { days }),
    notExpected: t('invitation.notExpected'),
  }
  // Loaded with the first mail, for it is large and the server should start fast.
  const [{ render }, { InvitationEmail }] = await Promise.all([
    import('react-email'),
    import('#emails/invitation-email.tsx'),
  ])
  const html = await render(InvitationEmail({ product, language, direction: directionOf(language), texts }))
  const paragraphs = [heading, texts.lead, texts.howTo, texts.link.url, texts.validity, texts.notExpected]
  return { id, to: email, subject: heading, html, text: `${paragraphs.join('\n\n')}\n` }
}

/**
 * The address is not in it: links are kept in logs and histories.
 * @param language that the page shall speak: absent for whose account has its own
 */
function urlOf(language: Language | undefined, token: string): string {
  const parameters = new URLSearchParams({ ...(language && { lng: language }), token })
  return `${environment().appUrl}/invitation?${parameters.toString()}`
}
