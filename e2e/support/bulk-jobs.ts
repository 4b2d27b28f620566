import type { App } from './app.ts'

interface NamedUser {
  id: string
  name: string
}

/** Adds a bulk job of three hours ago in which one user was banned, and the actor's own row was refused. */
export async function addBulkJob(app: App, actor: NamedUser, banned: NamedUser): Promise<{ id: string }> {
  const [job] = await app.sql<{ id: string }[]>`
    insert into bulk_job (kind, status, actor_id, actor_name, total, done, refused, created_at, finished_at, undo_until)
    values ('user-ban', 'done', ${actor.id}, ${actor.name}, 2, 1, 1, now() - interval '3 hours', now(), '2099-01-01')
    returning id`
  const id = job?.id ?? ''
  await app.sql`
    insert into bulk_job_row (job_id, position, subject_id, subject_name, outcome, code)
    values (${id}, 1, ${banned.id}, ${banned.name}, 'done', null),
           (${id}, 2, ${actor.id}, ${actor.name}, 'refused', 'NOT_ON_YOURSELF')`
  return { id }
}
