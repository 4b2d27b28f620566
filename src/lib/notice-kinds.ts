/** The kinds of mails about an account that its owner may do without; all others are always sent. */
export const OPTIONAL_NOTICES = ['new-device', 'role-changed'] as const

/** The kind of a mail that its reader may turn off. */
export type OptionalNotice = (typeof OPTIONAL_NOTICES)[number]

/** Whether the reader of mails of this kind may turn them off. */
export function isOptionalNotice(kind: string): kind is OptionalNotice {
  return OPTIONAL_NOTICES.some((one) => one === kind)
}

const OF_ADMINISTRATORS = new Set([
  'account-deleted',
  'api-key-revoked',
  'impersonation-started',
  'passkey-removed',
  'role-changed',
])

/**
 * Whether an administrator may have done what a mail of this kind tells: "this was not me" says nothing then.
 * @param givesAddressBack of a change of address that its owner confirmed by codes
 */
export function mayBeByAdministrator(kind: string, givesAddressBack: boolean): boolean {
  return OF_ADMINISTRATORS.has(kind) || (kind === 'email-changed' && !givesAddressBack)
}
