import { appConfig } from '#app.config'
import { textsOf, type Feature } from '#feature/feature.ts'
import type discoveryTexts from '#locales/en/discovery.json'

/** Things that somebody marks to find them again. */
export const favourites = {
  texts: { discovery: textsOf<typeof discoveryTexts>() },
  tables: {
    favourite: { owner: 'user', limit: { most: appConfig.favourites.mostPerPerson } },
    openedRepository: { owner: 'user', limit: 'no more of them are kept than are shown' },
  },
} as const satisfies Feature
