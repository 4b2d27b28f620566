import type { ServerFeature } from '#feature/server-feature.ts'
import { accountEndpoints } from './account.auth-endpoints.server.ts'

/** The settings of the user's own account. */
export const account: ServerFeature = {
  authEndpoints: accountEndpoints,
  formActions: {
    'choose-notices': {
      path: '/api/account.chooseNotices',
      resultMessage: (t) => t('account:notices.saved'),
    },
  },
}
