import { textsOf, type Feature } from '#feature/feature.ts'
import type invitationTexts from '#locales/en/invitation.json'

/** The page that an invitation leads to. */
export const invitation = {
  texts: { invitation: textsOf<typeof invitationTexts>() },
} as const satisfies Feature
