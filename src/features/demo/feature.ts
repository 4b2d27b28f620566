import { textsOf, type Feature } from '#feature/feature.ts'
import type demoTexts from '#locales/en/demo.json'

/** The notices to visitors of a demo. */
export const demo = {
  texts: { demo: textsOf<typeof demoTexts>() },
} as const satisfies Feature
