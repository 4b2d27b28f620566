import { textsOf, type Feature } from '#feature/feature.ts'
import type discoveryTexts from '#locales/en/discovery.json'

/** Things that somebody marks to find them again. */
export const favourites = {
  texts: { discovery: textsOf<typeof discoveryTexts>() },
} as const satisfies Feature
