import * as z from 'zod/mini'

/** The input of the page that a notice leads to: the token in its link. */
export const tokenInput = z.object({ token: z.string() })

/** A notice's link, as its page shows it. */
export interface NoticeLink {
  /** The address that the notice went to. */
  email: string
  givesAddressBack: boolean
  /** Whether an administrator may have done what the notice told. */
  mayBeByAdministrator: boolean
  /** Whether the account is no more. */
  isDeleted: boolean
  isUsed: boolean
  /** Whether the account has that address now. */
  isAddressBack: boolean
}
