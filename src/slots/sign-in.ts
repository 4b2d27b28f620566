import type { SignInMethod } from '#feature/sign-in-method.ts'
import { SocialSignIn } from '#features/social-sign-in/components/social-sign-in.tsx'

/** The ways to sign in that features add. Only the sign-in page loads this module. */
export const signInMethods: Record<string, SignInMethod> = {
  social: SocialSignIn,
}
