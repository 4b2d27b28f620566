import * as z from 'zod/mini'

/** The input of the page that the link of an invitation leads to. */
export const invitationTokenInput = z.object({ token: z.string() })

/** The organization that a user is invited to join. The inviter is null if their account no longer exists. */
export interface InvitationTarget {
  name: string
  invitedBy: string | null
}

/**
 * The state of an invitation for a visitor who follows its link. Contains the address only while the invitation is open. An
 * invitation is `gone` if it is unknown, was sent to an earlier address of the user, or its user was deleted.
 */
export type FollowedInvitation =
  | {
      state: 'open'
      email: string
      /** The organization that the invitation is for; absent for an invitation to the app, which is accepted by signing in. */
      into?: InvitationTarget
    }
  | {
      state: 'over'
      /** The lifetime of an invitation of this kind (to the app, or to an organization) in days. */
      days: number
    }
  | { state: 'used' | 'withdrawn' | 'gone' }
