import { sql } from 'drizzle-orm'
import type { CronItem } from 'graphile-worker'
import type * as z from 'zod/mini'
import type { Database } from '#db/client.ts'

interface TaskDefinition<Payload> {
  /** The name in the queue. Must not change, because it is also in jobs that the previous release has queued. */
  name: string
  /** The schema of a job's data, which is checked before `run` gets it. */
  payload: z.ZodMiniType<Payload>
  /** Runs a job of the task. @param signal aborted when the server stops */
  run: (payload: Payload, signal: AbortSignal) => Promise<void>
  /** Whether the task sends requests to addresses that users typed. It has separate workers, and never runs in sandboxes. */
  isExternal?: boolean
  /** The schedule on which the task is queued. */
  cron?: Pick<CronItem, 'match' | 'options'>
}

/** A task of the queue, as the worker runs it. */
export interface Task extends Omit<TaskDefinition<unknown>, 'payload' | 'run'> {
  /** Runs a job. @throws if the payload doesn't match the schema or the work fails; the job is then retried later */
  run: (payload: unknown, signal: AbortSignal) => Promise<void>
}

/** A task of the queue whose jobs have this payload. */
export interface TaskOf<Payload> extends Task {
  /** The type of the data for `enqueue`. The property is absent at run time. */
  payload?: Payload
}

/** Defines a task of the queue. Workers run it if a feature lists it in `tasks`. */
export function defineTask<Payload>({ payload: schema, run, ...task }: TaskDefinition<Payload>): TaskOf<Payload> {
  return { ...task, run: (payload, signal) => run(schema.parse(payload), signal) }
}

interface JobOptions {
  maxAttempts?: number
  /** The name of the queue. Jobs of the same queue run one after the other. */
  queue?: string
  afterSeconds?: number
  /** The key of the job. A later job with the same key replaces one that has not started. */
  key?: string
}

/** Queues a job, in the caller's transaction. */
export async function enqueue<Payload>(
  db: Pick<Database, 'execute'>,
  { name }: TaskOf<Payload>,
  payload: Payload,
  { maxAttempts, queue, afterSeconds = 0, key }: JobOptions = {},
): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, queue_name => ${queue ?? null},
      run_at => now() + make_interval(secs => ${afterSeconds}), max_attempts => ${maxAttempts ?? null}, job_key => ${key ?? null})`)
}
