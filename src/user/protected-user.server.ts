import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { AppError } from '#lib/app-error.ts'
import type { UserRecord } from './find-user.server.ts'

const DAY_MS = 86_400_000

/**
 * Returns the end of a former administrator's protection: until then, others cannot change the user's email or passkeys or
 * impersonate the user. Otherwise an administrator could remove another's role and take over the account. Null for other users.
 */
export function protectedUntil({ lostAdminAt }: Pick<UserRecord, 'lostAdminAt'>): Date | null {
  if (!lostAdminAt) return null
  const until = new Date(lostAdminAt.getTime() + appConfig.administrator.protectedDays * DAY_MS)
  return until > new Date() ? until : null
}

/**
 * Refuses an action that could take over the account of a user who was an administrator until recently.
 * @param field the form field for the error
 * @throws {AppError} ADMINISTRATOR_UNTIL_RECENTLY
 */
export function refuseProtectedUser(user: Pick<UserRecord, 'lostAdminAt'>, field?: string): void {
  if (protectedUntil(user)) throw new AppError('ADMINISTRATOR_UNTIL_RECENTLY', field === undefined ? {} : { field })
}

/**
 * Finds the time when an administrator changed a user's email, while the notice's link can still restore the old one. During that
 * time the new email does not prove the user's identity: no other notice can restore it, and a user who becomes administrator
 * keeps nothing created since.
 */
export async function findWhenAdministratorChangedEmail(db: Database, userId: string): Promise<Date | null> {
  const [found] = await db.execute<{ at: string | Date }>(sql`
    select given.at from history_event as given
    where given.subject_id = ${userId} and given.action = 'user-updated'
      and given.before->>'email' <> given.after->>'email'
      and given.at > now() - make_interval(days => ${appConfig.notices.linkDays})
      and not exists (
        select from history_event as back
        where back.subject_id = given.subject_id and back.action = 'not-me-reported' and back.id > given.id
          and back.before->>'email' <> back.after->>'email')
    order by given.id limit 1`)
  return found ? new Date(found.at) : null
}
