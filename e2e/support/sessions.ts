import { createHmac, randomBytes } from 'node:crypto'
import type { App } from './app.ts'

const COOKIE = 'latchkey.session_token'

/** The state in which a session is opened. */
export interface SessionTraits {
  organizationId?: string
  /** Whether the session is old enough to be renewed at its next use. */
  isDue?: boolean
  /** The administrator who acts as the user. */
  impersonatedBy?: string
}

/**
 * Opens a session without a code by email, which the tests of signing in cover.
 * @returns the name and value of the cookie that a browser would have
 */
export async function openSession(
  app: Pick<App, 'sql' | 'secret'>,
  userId: string,
  { organizationId, isDue = false, impersonatedBy }: SessionTraits = {},
): Promise<{ name: string; value: string }> {
  const token = randomBytes(16).toString('hex')
  const days = isDue ? 2 : 0
  const minutes = impersonatedBy ? 50 : (30 - days) * 24 * 60
  await app.sql`
    with opened as (
      insert into session (user_id, token, active_organization_id, impersonated_by, created_at, expires_at)
      values (${userId}, ${token}, ${organizationId ?? null}, ${impersonatedBy ?? null},
              now() - make_interval(days => ${days}), now() + make_interval(mins => ${minutes}))
      returning user_id, created_at
    )
    update "user" set last_sign_in_at = opened.created_at from opened where id = opened.user_id`
  const signature = createHmac('sha256', app.secret).update(token).digest('base64')
  return { name: COOKIE, value: encodeURIComponent(`${token}.${signature}`) }
}
