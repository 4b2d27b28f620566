import type { App } from './app.ts'

/** Reads the jobs of the queue but the check of links, which waits for its hosts most of each minute. */
export async function jobsOf({ sql }: Pick<App, 'sql'>): Promise<{ attempts: number }[]> {
  return sql<{ attempts: number }[]>`
    select job.attempts from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id and task.identifier <> 'check-links'`
}

/** Counts the jobs that `jobsOf` reads. */
export async function jobCount(app: Pick<App, 'sql'>): Promise<number> {
  return (await jobsOf(app)).length
}
