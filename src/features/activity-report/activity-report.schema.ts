import * as z from 'zod/mini'

/** The input of the page that a notice links to: the token in the link. */
export const tokenInput = z.object({ token: z.string() })

/** The state of a notice link, shown on the page that the link opens. */
export interface NoticeLink {
  /** The address that received the notice. */
  email: string
  givesAddressBack: boolean
  /** Whether an administrator might have made the change in the notice. */
  mayBeByAdministrator: boolean
  /** Whether the account was deleted. */
  isDeleted: boolean
  isUsed: boolean
  /** Whether the address that received the notice is the account's address again. */
  isAddressBack: boolean
}
