import { textsOf, type Feature } from '#feature/feature.ts'
import type kitTexts from '#locales/en/kit.json'

/** The page with every control; only in local mode. */
export const kit = {
  texts: { kit: textsOf<typeof kitTexts>() },
} as const satisfies Feature
