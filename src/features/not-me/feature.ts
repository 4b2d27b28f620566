import { textsOf, type Feature } from '#feature/feature.ts'
import type disownTexts from '#locales/en/disown.json'

/** The answer to "this was not me" in a notice. */
export const notMe = {
  texts: { disown: textsOf<typeof disownTexts>() },
  audit: ['not-me-reported'],
  notices: {
    'not-me-reported': { hasAdvice: true, toAdministrators: true },
  },
} as const satisfies Feature
