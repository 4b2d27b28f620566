import type { Feature } from '#feature/feature.ts'
import { favouritesConfig } from './favourites.config.ts'

/** Things that somebody marks to find them again. */
export const favourites = {
  isOptional: true,
  tables: {
    favourite: { owner: 'user', limit: { most: favouritesConfig.mostPerPerson } },
    openedRepository: { owner: 'user', limit: 'no more of them are kept than are shown' },
  },
  marks: { favourites: 'repositories' },
} as const satisfies Feature
