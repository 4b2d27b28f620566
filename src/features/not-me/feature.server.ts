import type { ServerFeature } from '#feature/server-feature.ts'
import { samePage } from '#request/form-action.ts'

/** The answer to "this was not me" in a notice. */
export const notMe: ServerFeature = {
  formActions: {
    'disown-notice': {
      path: '/api/not-me.disownNotice',
      next: (_fields, page) => samePage(page),
    },
  },
}
