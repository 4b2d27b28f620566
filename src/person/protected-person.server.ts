import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { AppError } from '#lib/app-error.ts'
import type { Person } from './find-person.server.ts'

const DAY_MS = 86_400_000

/**
 * The end of the days in which nobody else changes a person's email or passkeys, or acts as them, for they were an administrator
 * until recently; null for everybody else. Without it, an administrator takes another's account by taking the role first.
 */
export function protectedUntil({ lostAdminAt }: Pick<Person, 'lostAdminAt'>): Date | null {
  if (!lostAdminAt) return null
  const until = new Date(lostAdminAt.getTime() + appConfig.administrator.protectedDays * DAY_MS)
  return until > new Date() ? until : null
}

/**
 * Refuses to take the account of who was an administrator until recently.
 * @param field the form's field that asks for it
 * @throws {AppError} ADMINISTRATOR_UNTIL_RECENTLY
 */
export function refuseProtected(person: Pick<Person, 'lostAdminAt'>, field?: string): void {
  if (protectedUntil(person)) throw new AppError('ADMINISTRATOR_UNTIL_RECENTLY', field === undefined ? {} : { field })
}

/**
 * Finds when an administrator gave a person another email, as long as the link of its notice gives the old one back and nobody
 * has used it. In that time the email does not prove the person: no other notice gives it back, and who becomes an
 * administrator keeps nothing that was made since.
 */
export async function findEmailGivenByOther(db: Database, personId: string): Promise<Date | null> {
  const [found] = await db.execute<{ at: string | Date }>(sql`
    select given.at from history_event as given
    where given.subject_id = ${personId} and given.action = 'user-updated'
      and given.before->>'email' <> given.after->>'email'
      and given.at > now() - make_interval(days => ${appConfig.notices.linkDays})
      and not exists (
        select from history_event as back
        where back.subject_id = given.subject_id and back.action = 'not-me-reported' and back.id > given.id
          and back.before->>'email' <> back.after->>'email')
    order by given.id limit 1`)
  return found ? new Date(found.at) : null
}
