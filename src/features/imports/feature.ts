import { textsOf, type Feature } from '#feature/feature.ts'
import type importsTexts from '#locales/en/imports.json'

/** Rows from files. */
export const imports = {
  texts: { imports: textsOf<typeof importsTexts>() },
} as const satisfies Feature
