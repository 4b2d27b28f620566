import type { ComponentType } from 'react'

interface WayToSignInProps {
  /** Where to go after signing in, as the URL has it; empty for the role's home. */
  redirect: string
}

/** A way to sign in that a feature adds below that by a code. */
export type WayToSignIn = ComponentType<WayToSignInProps>
