import { textsOf, type Feature } from '#feature/feature.ts'
import type loginTexts from '#locales/en/login.json'

/** Sign-in by a code, and sign-out. */
export const login = {
  texts: { login: textsOf<typeof loginTexts>() },
} as const satisfies Feature
