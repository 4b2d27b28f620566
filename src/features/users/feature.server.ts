import type { ServerFeature } from '#feature/server-feature.ts'
import { idOf, text } from '#request/form-action.ts'

/** The accounts, as administrators see and change them. */
export const users: ServerFeature = {
  formActions: {
    'create-user': {
      path: '/api/users.createUser',
      next: (_fields, _page, result) => `/manager/users/${idOf(result)}`,
      said: (t, name) => t('users:added', { name }),
    },
    'update-user': {
      path: '/api/users.updateUser',
      next: (fields) => `/manager/users/${encodeURIComponent(text(fields, 'id'))}`,
      said: (t, name) => t('users:saved', { name }),
    },
    'stop-impersonating': {
      path: '/api/auth/admin/stop-impersonating',
      body: () => ({}),
      next: () => '/manager/users',
    },
  },
}
