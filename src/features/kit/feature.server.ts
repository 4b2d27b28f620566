import type { ServerFeature } from '#feature/server-feature.ts'

/** The page with every control; only in local mode. */
export const kit: ServerFeature = {
  formActions: {
    'check-sample': {
      path: '/api/kit.checkSample',
      next: 'same-page',
      resultMessage: (t, name) => t('kit:sample.saved', { name }),
    },
  },
}
