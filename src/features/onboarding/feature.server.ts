import type { ServerFeature } from '#feature/server-feature.ts'
import { samePage } from '#request/form-action.ts'

/** The name that a new account is asked for. */
export const onboarding: ServerFeature = {
  formActions: {
    'give-name': {
      path: '/api/onboarding.giveName',
      next: (_fields, page) => samePage(page),
    },
  },
}
