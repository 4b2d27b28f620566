import type { App } from './app.ts'

type Sql = Pick<App, 'sql'>

/** Reads the jobs of the queue. */
export async function jobsOf({ sql }: Sql): Promise<{ attempts: number; isUnderWay: boolean }[]> {
  return sql<{ attempts: number; isUnderWay: boolean }[]>`
    select attempts, locked_at is not null as "isUnderWay" from graphile_worker.jobs`
}

/** Counts the jobs that `jobsOf` reads. */
export async function jobCount(app: Sql): Promise<number> {
  return (await jobsOf(app)).length
}

/** Retries all waiting jobs now, because the queue waits longer after each failure and a test should not. */
export async function retryWaitingJobs({ sql }: Sql): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`
  await sql`select pg_notify('jobs:insert', '{"count":10}')`
}
