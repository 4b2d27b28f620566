/** Everything a one-time code can be for; it is good for nothing else. */
export const CODE_PURPOSES = ['sign-in', 'change-email', 're-authenticate', 'delete-account'] as const

/** The purpose of a one-time code. */
export type CodePurpose = (typeof CODE_PURPOSES)[number]

/** Everything that can have become of the mail with a code. */
export const MAIL_STATES = ['queued', 'delayed', 'sent', 'failed'] as const

/** The state of the mail with a code. */
export type MailState = (typeof MAIL_STATES)[number]
