import { appConfig } from '#app.config'
import { environment } from '#env/environment.server.ts'
import { languageOrDefault, type Language } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { withoutLinks } from '#lib/text-safety.ts'
import { composeMail } from './compose-mail.server.ts'
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

/** Composes the mail of an invitation to the product or into an organization. */
export function composeInvitationMail({
  id,
  email,
  invitedBy,
  organization,
  hasAccount = false,
  token,
  ...rest
}: InvitationMailInput): Promise<Mail> {
  const language = languageOrDefault(rest.language)
  const t = translatorFor(language).getFixedT(language, 'mail')
  const kind = organization === undefined ? 'invitation' : 'organizationInvitation'
  const { days } = organization === undefined ? appConfig.invitation : appConfig.organization.invitation
  const names = {
    product: appConfig.name,
    organization: withoutLinks(organization ?? ''),
    name: withoutLinks(invitedBy ?? ''),
  }
  const howTo = t(`${kind}.howTo`, names)
  return composeMail({
    id,
    email,
    language,
    preview: howTo,
    heading: t(`${kind}.heading`, names),
    parts: [
      { kind: 'lead', text: t(invitedBy === null ? `${kind}.leadOfNobody` : `${kind}.lead`, names) },
      { kind: 'aside', text: howTo },
      { kind: 'main-button', label: t(`${kind}.link`, names), url: urlOf(hasAccount ? undefined : language, token) },
      { kind: 'aside', text: t('invitation.validity', { days }) },
      { kind: 'aside', text: t('invitation.notExpected') },
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
