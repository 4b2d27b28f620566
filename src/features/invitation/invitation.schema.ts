import * as z from 'zod/mini'

/** The input of the page that the link of an invitation leads to. */
export const invitationTokenInput = z.object({ token: z.string() })

/**
 * Says what became of an invitation to who follows its link, and the address only while it stands. One that is unknown, was
 * sent to another address than the person has now, or is of somebody who was deleted is `gone`.
 */
export type FollowedInvitation =
  | {
      state: 'open'
      email: string
      /** Where it waits for the answer of who is signed in with the address; absent where there is nothing more to answer. */
      leadsTo?: '/app/organizations'
    }
  | {
      state: 'over'
      /** For how long an invitation of its kind is valid. */
      days: number
    }
  | { state: 'used' | 'withdrawn' | 'gone' }
