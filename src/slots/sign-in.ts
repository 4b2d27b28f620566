import type { WayToSignIn } from '#feature/way-to-sign-in.ts'
import { SocialSignIn } from '#features/social-sign-in/components/social-sign-in.tsx'

/** The ways to sign in that features add. Only the sign-in page loads this module. */
export const waysToSignIn: Record<string, WayToSignIn> = {
  social: SocialSignIn,
}
