import { manifests, type CombinedField } from '#features.ts'

type Notices = CombinedField<'notices'>
type KindWith<Mark extends string> = {
  [Kind in keyof Notices]: Notices[Kind] extends Record<Mark, unknown> ? Kind : never
}[keyof Notices]

/** A kind of mail that reports an event of an account. */
export type NoticeKind = Exclude<keyof Notices, KindWith<'isNotMailed'>>

/** A kind of notice that users find in the app. */
export type InAppNotice = KindWith<'shownInApp'>

/** The kind of a notice to all administrators. */
export type AdministratorsNotice = KindWith<'toAdministrators'>

/** The kind of a mail that its reader can turn off; all others are always sent. */
export type OptionalNotice = KindWith<'isOptional'>

const noticesByKind = new Map(manifests.flatMap(({ notices = {} }) => Object.entries(notices)))

/** All kinds of mails that report an event of an account. */
export const NOTICE_KINDS = ([...noticesByKind.keys()] as (keyof Notices)[]).filter(isMailed)

/** All kinds of notices that users find in the app, each with the meaning of its icon. */
export const IN_APP_NOTICES = new Map(
  [...noticesByKind].flatMap(([kind, { shownInApp }]) => (shownInApp ? [[kind, shownInApp] as const] : [])),
)

/** The kinds of mails about an account that its owner can turn off. */
export const OPTIONAL_NOTICES = NOTICE_KINDS.filter(isOptionalNotice)

/** Whether notices of this kind are sent by email. */
export function isMailed(kind: keyof Notices): kind is NoticeKind {
  return noticesByKind.get(kind)?.isNotMailed !== true
}

/** Whether the reader of mails of this kind can turn them off. */
export function isOptionalNotice(kind: string): kind is OptionalNotice {
  return noticesByKind.get(kind)?.isOptional === true
}

/** Whether mails of this kind have their own advice, because their readers have no link to report "this was not me". */
export function hasAdvice(kind: NoticeKind): kind is KindWith<'hasAdvice'> {
  return noticesByKind.get(kind)?.hasAdvice === true
}

/**
 * Whether an administrator might have caused the event in a mail of this kind, so that "this was not me" proves nothing.
 * @param givesAddressBack true for a change of address that the owner of the account confirmed by codes
 */
export function mayBeByAdministrator(kind: string, givesAddressBack: boolean): boolean {
  return noticesByKind.get(kind)?.mayBeByAdministrator === true || (kind === 'email-changed' && !givesAddressBack)
}
