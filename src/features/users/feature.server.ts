import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { invitation } from '#db/schema.ts'
import type { ServerFeature } from '#feature/server-feature.ts'
import { invitationTask } from '#queue/send-invitation.server.ts'
import { idInResult, readField } from '#request/form-action.ts'
import { clearExpiredBans } from './user-actions.server.ts'
import { listUsersEndpoint } from './users.auth-endpoints.server.ts'
import { userKinds } from './users.bulk.server.ts'

/** The user accounts, as administrators see and change them. */
export const users: ServerFeature = {
  authEndpoints: [listUsersEndpoint],
  bulkKinds: userKinds,
  tasks: [invitationTask],
  hourly: [clearExpiredBans],
  expires: [
    {
      table: invitation,
      isOver: sql`ends_at < now() - make_interval(days => ${appConfig.invitation.keptDays}) and not exists (select from "user" where "user".id = invitation.user_id and "user".invited_at is not null and "user".last_sign_in_at is null)`,
    },
  ],
  formActions: {
    'create-user': {
      path: '/api/users.createUser',
      next: (_fields, _page, result) => `/manager/users/${idInResult(result)}`,
      resultMessage: (t, name) => t('users:added', { name }),
    },
    'update-user': {
      path: '/api/users.updateUser',
      next: (fields) => `/manager/users/${encodeURIComponent(readField(fields, 'id'))}`,
      resultMessage: (t, name) => t('users:saved', { name }),
    },
    'stop-impersonating': {
      path: '/api/auth/admin/stop-impersonating',
      body: () => ({}),
      next: () => '/manager/users',
    },
  },
}
