import { textsOf, type Feature } from '#feature/feature.ts'
import type referenceTexts from '#locales/en/reference.json'

/** The page that describes the API; in local mode alone. */
export const apiReference = {
  texts: { reference: textsOf<typeof referenceTexts>() },
} as const satisfies Feature
