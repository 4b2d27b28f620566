import type { ComponentType } from 'react'

interface SignInMethodProps {
  /** The path after sign-in, from the URL; empty for the home page of the role. */
  redirect: string
}

/** A way to sign in that a feature adds to the login page, below the sign-in by code. */
export type SignInMethod = ComponentType<SignInMethodProps>
