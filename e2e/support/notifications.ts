import type { App } from './app.ts'

/** The number of notifications of a user. */
export type NotificationCount = number

/** Adds a notification of each kind to a user, the newest unread. @param target the name that the sentences contain */
export async function addNotifications(app: App, { id }: { id: string }, target: string): Promise<NotificationCount> {
  const added = await app.sql`
    insert into notification (person_id, kind, path, "values", created_at, read_at)
    select ${id}, kind, '/app/organizations',
           jsonb_build_object('target', case when kind like 'job-%' then 'people.csv' else ${target}::text end,
                              'done', 1200, 'refused', 3,
                              'device', jsonb_build_object('browser', 'Firefox', 'system', 'Linux')),
           now() - make_interval(hours => (3 * n * n)::int), case when n > 3 then now() end
    from unnest(array['organization-invitation', 'job-done', 'new-device', 'job-incomplete', 'webhook-failing', 'webhook-paused'])
      with ordinality as given (kind, n)`
  return added.count
}
