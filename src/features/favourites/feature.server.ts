import type { ServerFeature } from '#feature/server-feature.ts'
import { samePage } from '#request/form-action.ts'

/** Things that somebody marks to find them again. */
export const favourites: ServerFeature = {
  formActions: {
    'add-favourite': {
      path: '/api/favourites.addFavourite',
      next: (_fields, page) => samePage(page),
    },
    'remove-favourite': {
      path: '/api/favourites.removeFavourite',
      next: (_fields, page) => samePage(page),
    },
  },
}
