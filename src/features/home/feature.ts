import { textsOf, type Feature } from '#feature/feature.ts'
import type homeTexts from '#locales/en/home.json'

/** The home page of the user area. */
export const home = {
  texts: { home: textsOf<typeof homeTexts>() },
} as const satisfies Feature
