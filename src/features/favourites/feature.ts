import type { Feature } from '#feature/feature.ts'
import { favouritesConfig } from './favourites.config.ts'

/** Favorites: repositories that users mark to find them again. */
export const favourites = {
  isOptional: true,
  tables: {
    favourite: { owner: 'user', limit: { most: favouritesConfig.maxPerUser } },
    openedRepository: { owner: 'user', limit: 'twice the number of displayed rows is kept' },
  },
  personalMarks: { favourites: 'repositories' },
} as const satisfies Feature
