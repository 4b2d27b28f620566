import type { Spellings } from './names.ts'

interface Job {
  name: Spellings
  /** The name of the task in the queue. */
  task: string
  cron: string | undefined
}

/** Returns the code of a job: a schedule that counts users, or a task that looks up one user. */
export function jobCode(job: Job): string {
  return job.cron === undefined ? queuedJob(job) : recurringJob(job, job.cron)
}

/** Returns the test of a job, in which the queue runs the task. */
export function jobTest(job: Job): string {
  return job.cron === undefined ? queuedJobTest(job) : recurringJobTest(job)
}

function recurringJob({ name: { camel }, task }: Job, cron: string): string {
  return `import { count } from 'drizzle-orm'
import * as z from 'zod/mini'
import { database, type Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { defineTask } from '#queue/define-task.server.ts'
import { log } from '#lib/log.server.ts'

/** Runs \`${camel}\` at the times of the cron expression, in UTC, on one node. A time at which no node runs is skipped. */
export const ${camel}Task = defineTask({
  name: '${task}',
  payload: z.unknown(),
  run: () => ${camel}(database()),
  cron: { match: '${cron}' },
})

/**
 * Logs the number of users: an example of a query, to be replaced. A run that fails is repeated from the start, so rows that are
 * already done must be skipped.
 */
export async function ${camel}(db: Database): Promise<void> {
  const [users] = await db.select({ count: count() }).from(user)
  log.info({ event: '${task}.finished', count: users?.count }, 'the job is done')
}
`
}

function queuedJob({ name: { camel }, task }: Job): string {
  return `import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { database, type Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { defineTask } from '#queue/define-task.server.ts'
import { log } from '#lib/log.server.ts'

/** The data of a job. The queue is a table that others can read, so the data must contain ids only. */
const payload = z.object({ userId: z.string() })

/** Runs \`${camel}\` for a user. Queue it with \`enqueue\` of \`src/queue\`, in the transaction of the event. */
export const ${camel}Task = defineTask({
  name: '${task}',
  payload,
  run: (job) => ${camel}(database(), job),
})

/**
 * Logs that the user was found: an example of a query, to be replaced. A job that fails is repeated from the start, and the user
 * might have been deleted since it was queued.
 */
export async function ${camel}(db: Database, { userId }: z.infer<typeof payload>): Promise<void> {
  const [found] = await db.select({ id: user.id }).from(user).where(eq(user.id, userId))
  if (found) log.info({ event: '${task}.finished', userId: found.id }, 'the job is done')
}
`
}

function recurringJobTest(job: Job): string {
  return testFileCode(
    job,
    `test('the queue runs ${job.task}, which counts the users', () =>
  own.withDatabase(async (db) => {
    const info = vi.spyOn(log, 'info').mockImplementation(() => undefined)
    await db.insert(user).values({ email: 'ada@${job.name.kebab}.example', name: 'Ada' })
    await enqueue(db, ${job.name.camel}Task, {})
    await runDueJobs(own.url(), [${job.name.camel}Task])
    expect(info).toHaveBeenCalledExactlyOnceWith({ event: '${job.task}.finished', count: 1 }, 'the job is done')
    expect([...(await db.execute(sql\`select last_error from graphile_worker.jobs\`))]).toEqual([])
  }))
`,
  )
}

function queuedJobTest(job: Job): string {
  return testFileCode(
    job,
    `test('the queue runs ${job.task} for a user, and does nothing for a deleted user', () =>
  own.withDatabase(async (db) => {
    const info = vi.spyOn(log, 'info').mockImplementation(() => undefined)
    const email = 'ada@${job.name.kebab}.example'
    const [ada] = await db.insert(user).values({ email, name: 'Ada' }).returning({ id: user.id })
    for (const userId of [ada?.id ?? '', crypto.randomUUID()]) await enqueue(db, ${job.name.camel}Task, { userId })
    await runDueJobs(own.url(), [${job.name.camel}Task])
    expect(info).toHaveBeenCalledExactlyOnceWith({ event: '${job.task}.finished', userId: ada?.id }, 'the job is done')
    expect([...(await db.execute(sql\`select last_error from graphile_worker.jobs\`))]).toEqual([])
  }))
`,
  )
}

function testFileCode({ name: { kebab, camel } }: Job, test: string): string {
  return `import { sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { closeDatabase } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { enqueue } from '#queue/define-task.server.ts'
import { runDueJobs } from '#queue/worker.server.ts'
import { log } from '#lib/log.server.ts'
import { ${camel}Task } from './${kebab}.server.ts'

const own = ownDatabase()
own.isOfProcess()
afterAll(closeDatabase)

${test}`
}
