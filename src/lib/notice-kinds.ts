/** The kinds of mails about an account that its owner may do without; all others are always sent. */
export const OPTIONAL_NOTICES = ['new-device', 'role-changed'] as const

/** The kind of a mail that its reader may turn off. */
export type OptionalNotice = (typeof OPTIONAL_NOTICES)[number]

/** Whether the reader of mails of this kind may turn them off. */
export function isOptionalNotice(kind: string): kind is OptionalNotice {
  return OPTIONAL_NOTICES.some((one) => one === kind)
}
