import { appConfig } from '#app.config'
import type { EmailPart } from '#emails/email.tsx'
import { environment } from '#env/environment.server.ts'
import { languageOrDefault, type Language } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import type { Mail } from './mail.ts'
import { hasAdvice, mayBeByAdministrator, type NoticeKind } from './notice-kinds.ts'
import { writeMail } from './write-mail.server.ts'

/** The page on which readers choose which notices they get. */
const NOTICE_SETTINGS_PATH = '/app/account#notices'

/** The values in the sentences of a notice, by kind. */
export interface NoticeValues {
  /** The device of `new-device`; unknown parts are empty. */
  device?: { browser: string; system: string }
  /** The new role of `role-changed`. */
  role?: 'admin' | 'user'
  /** The address of the user that a notice to administrators is about. */
  person?: string
  /** Whether the account of `not-me-reported` is deleted. */
  isDeleted?: boolean
  /** The host of a webhook, the name of an organization, or that of the file of a bulk job. */
  target?: string
  /** The id of the object that an invitation is about. */
  subjectId?: string
  /** The numbers of rows of a bulk job. */
  done?: number
  refused?: number
}

interface Notice {
  /** The id of the mail. */
  id: string
  kind: NoticeKind
  email: string
  /** Any text; null or an unknown language is replaced by the default. */
  language: string | null
  values?: NoticeValues
  /** The link by which the reader reports an event that they did not cause. */
  link?: { token: string; givesAddressBack: boolean } | undefined
}

/** Composes a mail that reports an event of an account, in HTML and in plain text. */
export async function composeNoticeMail({ id, kind, email, language: wanted, ...rest }: Notice): Promise<Mail> {
  const language = languageOrDefault(wanted)
  return writeMail({ id, to: email, language, ...contentOf(language, { kind, ...rest }) })
}

function contentOf(language: Language, { kind, values = {}, link }: Pick<Notice, 'kind' | 'values' | 'link'>) {
  const t = translatorFor(language).getFixedT(language, ['mail', 'common'])
  const names = { product: appConfig.name, ...namesOf(language, values) }
  const isReportOfDeletion = kind === 'not-me-reported' && values.isDeleted === true
  const lead = isReportOfDeletion ? t('notices.not-me-reported.leadDeleted', names) : t(`notices.${kind}.lead`, names)
  const parts: EmailPart[] = []
  if (link) {
    const label = mayBeByAdministrator(kind, link.givesAddressBack) ? t('notMe.linkUnexpected') : t('notMe.link')
    const url = urlOf(linksToNoticeSettings(kind) ? undefined : language, link.token)
    parts.push(t(`notMe.${adviceFor(kind, link)}`, { days: appConfig.notices.linkDays }), {
      label,
      url,
      look: 'secondary',
    })
  } else if (isReportOfDeletion)
    parts.push(t('notices.not-me-reported.adviceDeleted', { undoDays: appConfig.bulk.undoDays }))
  else if (hasAdvice(kind)) parts.push(t(`notices.${kind}.advice`))
  if (linksToNoticeSettings(kind))
    parts.push({ label: t('chooseNotices'), url: `${environment().appUrl}${NOTICE_SETTINGS_PATH}`, look: 'text' })
  return { preview: lead, heading: t(`notices.${kind}.heading`), lead, parts }
}

function namesOf(language: Language, { device, role, person, target }: NoticeValues) {
  const t = translatorFor(language).getFixedT(language, ['history', 'common'])
  const { browser = '', system = '' } = device ?? {}
  return {
    person,
    target,
    role: role && t(`common:roles.${role}`),
    device:
      browser && system ? t('sessions.device', { browser, system }) : browser || system || t('sessions.unknownDevice'),
  }
}

function adviceFor(kind: NoticeKind, { givesAddressBack }: NonNullable<Notice['link']>) {
  if (kind === 'account-deleted') return 'adviceDeleted'
  if (givesAddressBack) return 'adviceWithAddress'
  return mayBeByAdministrator(kind, givesAddressBack) ? 'adviceUnexpected' : 'advice'
}

/** Whether the mail links to the choice of notices, because its reader has an account at this address. */
function linksToNoticeSettings(kind: NoticeKind): boolean {
  return kind !== 'account-deleted' && kind !== 'email-changed'
}

/** Returns the URL for the link. @param language the language of the page; absent if the recipient's account has one */
function urlOf(language: Language | undefined, token: string): string {
  return `${environment().appUrl}/not-me?${new URLSearchParams({ ...(language && { lng: language }), token }).toString()}`
}
