import type { ServerFeature } from '#feature/server-feature.ts'

/** The page on which new users enter their name. */
export const onboarding: ServerFeature = {
  formActions: {
    'give-name': {
      path: '/api/onboarding.setName',
      next: 'same-page',
    },
  },
}
