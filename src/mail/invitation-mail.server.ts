import { appConfig } from '#app.config'
import { environment } from '#env/environment.server.ts'
import { languageOrDefault, type Language } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { preventAutoLinks } from '#lib/text-safety.ts'
import type { Mail } from './mail.ts'
import { writeMail } from './write-mail.server.ts'

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
  const language = languageOrDefault(wanted)
  const t = translatorFor(language).getFixedT(language, 'mail')
  const kind = organization === undefined ? 'invitation' : 'organizationInvitation'
  const { days } = organization === undefined ? appConfig.invitation : appConfig.organization.invitation
  const names = {
    product: appConfig.name,
    organization: preventAutoLinks(organization ?? ''),
    name: preventAutoLinks(invitedBy ?? ''),
  }
  const howTo = t(`${kind}.howTo`, names)
  const url = urlOf(hasAccount ? undefined : language, token)
  return writeMail({
    id,
    to: email,
    language,
    preview: howTo,
    heading: t(`${kind}.heading`, names),
    lead: t(invitedBy === null ? `${kind}.leadOfNobody` : `${kind}.lead`, names),
    parts: [
      howTo,
      { label: t(`${kind}.link`, names), url, look: 'primary' },
      t('invitation.validity', { days }),
      t('invitation.notExpected'),
    ],
  })
}

/**
 * Returns the URL for the link. It doesn't contain the recipient's address, because links end up in logs and histories.
 * @param language the language of the page; absent if the recipient's account has one
 */
function urlOf(language: Language | undefined, token: string): string {
  const parameters = new URLSearchParams({ ...(language && { lng: language }), token })
  return `${environment().appUrl}/invitation?${parameters.toString()}`
}
