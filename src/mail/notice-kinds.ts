import { manifests, type Declared } from '#features.ts'

type Notices = Declared<'notices'>
type KindWith<Mark extends string> = {
  [Kind in keyof Notices]: Notices[Kind] extends Record<Mark, true> ? Kind : never
}[keyof Notices]

/** A kind of mail that tells what happened to an account. */
export type NoticeKind = keyof Notices

/** The kind of a mail to all administrators. */
export type AdministratorsNotice = KindWith<'toAdministrators'>

/** The kind of a mail that its reader may turn off; all others are always sent. */
export type OptionalNotice = KindWith<'isOptional'>

const notices = new Map(manifests.flatMap(({ notices = {} }) => Object.entries(notices)))

/** The kinds of mails about an account that its owner may do without. */
export const OPTIONAL_NOTICES = [...notices.keys()].filter(isOptionalNotice)

/** Whether the reader of mails of this kind may turn them off. */
export function isOptionalNotice(kind: string): kind is OptionalNotice {
  return notices.get(kind)?.isOptional === true
}

/** Whether mails of this kind have advice of their own: nobody can say of them that it was not them. */
export function hasAdvice(kind: NoticeKind): kind is KindWith<'hasAdvice'> {
  return notices.get(kind)?.hasAdvice === true
}

/**
 * Whether an administrator may have done what a mail of this kind tells: "this was not me" says nothing then.
 * @param givesAddressBack of a change of address that its owner confirmed by codes
 */
export function mayBeByAdministrator(kind: string, givesAddressBack: boolean): boolean {
  return notices.get(kind)?.mayBeByAdministrator === true || (kind === 'email-changed' && !givesAddressBack)
}
