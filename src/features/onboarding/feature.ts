import { textsOf, type Feature } from '#feature/feature.ts'
import type onboardingTexts from '#locales/en/onboarding.json'

/** The name that a new account is asked for. */
export const onboarding = {
  texts: { onboarding: textsOf<typeof onboardingTexts>() },
} as const satisfies Feature
