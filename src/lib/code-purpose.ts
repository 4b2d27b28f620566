/** All purposes of one-time codes; each code is valid for only one. */
export const CODE_PURPOSES = ['sign-in', 'change-email', 're-authenticate', 'delete-account'] as const

/** The purpose of a one-time code. */
export type CodePurpose = (typeof CODE_PURPOSES)[number]

/** All states of the mail with a code. */
export const MAIL_STATES = ['queued', 'delayed', 'sent', 'failed'] as const

/** The state of the mail with a code. */
export type MailState = (typeof MAIL_STATES)[number]
