import { textsOf, type Feature } from '#feature/feature.ts'
import type paletteTexts from '#locales/en/palette.json'

/** The command palette and the shortcuts. */
export const palette = {
  isOptional: true,
  texts: { palette: textsOf<typeof paletteTexts>() },
} as const satisfies Feature
