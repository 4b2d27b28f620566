import type { ServerFeature } from '#feature/server-feature.ts'
import { samePagePath } from '#request/form-action.ts'

/** The page with every control; only in local mode. */
export const kit: ServerFeature = {
  formActions: {
    'check-sample': {
      path: '/api/kit.checkSample',
      next: (_fields, page) => samePagePath(page),
      resultMessage: (t, name) => t('kit:sample.saved', { name }),
    },
  },
}
