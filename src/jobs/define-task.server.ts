import { sql } from 'drizzle-orm'
import type { CronItem } from 'graphile-worker'
import type * as z from 'zod/mini'
import type { Database } from '#db/client.ts'

interface TaskDefinition<Payload> {
  /** The name in the queue: jobs of the release before have it, too. */
  name: string
  /** The shape of a job's data, which is checked before `run` is given it. */
  payload: z.ZodMiniType<Payload>
  /** @param signal aborted when the server stops */
  run: (payload: Payload, signal: AbortSignal) => Promise<void>
  /** Whether it asks addresses that people typed. Such tasks have workers of their own, and none in a sandbox. */
  asksOutside?: boolean
  /** When the clock queues it. */
  cron?: Pick<CronItem, 'match' | 'options'>
}

/** Work of the queue, as the worker is given it. */
export interface Task extends Omit<TaskDefinition<unknown>, 'payload' | 'run'> {
  /** @throws where the payload has another shape, or the work fails: it is then tried again later */
  run: (payload: unknown, signal: AbortSignal) => Promise<void>
}

/** Work of the queue whose jobs carry such data. */
export interface TaskOf<Payload> extends Task {
  /** Not there at run time: says what `enqueue` takes. */
  payload?: Payload
}

/** Defines work of the queue. It is done where its feature lists it among its tasks. */
export function defineTask<Payload>({ payload: schema, run, ...task }: TaskDefinition<Payload>): TaskOf<Payload> {
  return { ...task, run: (payload, signal) => run(schema.parse(payload), signal) }
}

interface JobOptions {
  maxAttempts?: number
  /** Jobs of one queue are done one after the other. */
  queue?: string
  afterSeconds?: number
  /** A later job with the same key takes the place of one that still waits. */
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
