import { textsOf, type Feature } from '#feature/feature.ts'
import type onboardingTexts from '#locales/en/onboarding.json'

/** The page that asks new users for their name. */
export const onboarding = {
  texts: { onboarding: textsOf<typeof onboardingTexts>() },
} as const satisfies Feature
