import type { ServerFeature } from '#feature/server-feature.ts'
import { accountEndpoints } from './account.auth-endpoints.server.ts'

/** The feature with which users see and change their own account. */
export const account: ServerFeature = {
  authEndpoints: accountEndpoints,
  formActions: {
    'choose-notices': {
      path: '/api/account.chooseNotices',
      resultMessage: (t) => t('account:notices.saved'),
    },
  },
}
