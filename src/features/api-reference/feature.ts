import { textsOf, type Feature } from '#feature/feature.ts'
import type referenceTexts from '#locales/en/api-reference.json'

/** The page that describes the API; only in local mode. */
export const apiReference = {
  isOptional: true,
  needs: ['api-keys'],
  texts: { 'api-reference': textsOf<typeof referenceTexts>() },
} as const satisfies Feature
