import { textsOf, type Feature } from '#feature/feature.ts'
import type onboardingTexts from '#locales/en/onboarding.json'

/** The page on which new users enter their name. */
export const onboarding = {
  texts: { onboarding: textsOf<typeof onboardingTexts>() },
} as const satisfies Feature
