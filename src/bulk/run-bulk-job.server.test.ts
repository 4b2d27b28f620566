import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { bulkJob, bulkJobRow, historyEvent, repository, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { AppError } from '#lib/app-error.ts'
import { recordInAppNotices } from '#queue/test-in-app-notices.server.ts'
import type { ActorRef } from '#service/service-context.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import { startBulkJob, undoBulkJob } from './bulk-job.server.ts'
import { registerBulkKinds, type BulkKind } from './bulk-kind.server.ts'
import { runBulkJob } from './run-bulk-job.server.ts'

const database = ownDatabase()

/** The number of simulated connection losses after writing a row, by the name of the row. */
const strikes = new Map<string, number>()

/** Changes the description of repositories. Refuses names that end with "refused", and fails for "broken". */
const describeKind: BulkKind<{ text: string }, { name: string }, null, { description: string | null }> = {
  name: 'describe',
  permission: 'repository:update',
  find: (selection, before) =>
    'ids' in selection
      ? sql`select id, name from ${repository} where id = any(${sql.param(selection.ids)}::uuid[])`
      : sql`select id, name from ${repository} where name like ${`${selection.filter.name}%`} and created_at <= ${before}`,
  async apply({ db }, { subject, input }) {
    const [found] = await db
      .select({ description: repository.description, link: repository.link })
      .from(repository)
      .where(eq(repository.id, subject?.id ?? ''))
    if (!found) throw new AppError('NOT_FOUND')
    await db
      .update(repository)
      .set({ description: input.text, link: `${found.link}!` })
      .where(eq(repository.id, subject?.id ?? ''))
    strike(subject)
    if (subject?.name.endsWith('refused')) throw new AppError('TAKEN')
    if (subject?.name.endsWith('broken')) throw new TypeError('a mistake')
    return { before: { description: found.description } }
  },
  async undo({ db }, { subject, input, before }) {
    const [found] = await db
      .update(repository)
      .set({ description: before.description, link: sql`rtrim(${repository.link}, '!')` })
      .where(sql`id = ${subject?.id} and description = ${input.text}`)
      .returning({ id: repository.id })
    strike(subject)
    if (!found) throw new AppError('CHANGED_SINCE')
  },
}

/** Adds a repository for each row, from the data of the row. */
const addKind: BulkKind<null, null, { name: string }> = {
  name: 'add',
  permission: 'repository:create',
  async apply({ db }, { own }) {
    const [made] = await db
      .insert(repository)
      .values({ name: own.name, link: 'https://a.example' })
      .returning({ id: repository.id, name: repository.name })
    return made ? { subject: made } : {}
  },
}

registerBulkKinds([describeKind, addKind])

function strike(subject: ActorRef | null) {
  const left = strikes.get(subject?.name ?? '') ?? 0
  if (left === 0) return
  strikes.set(subject?.name ?? '', left - 1)
  throw Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' })
}

describe('a bulk job of a few rows', () => {
  test('a bulk job of a few rows runs in the request, and the answer has the result of each row', () =>
    database.withDatabase(async (db) => {
      const { chief, ids } = await someRepositories(db, ['one', 'two refused', 'three broken', 'four'])
      const { id } = await start(db, chief, [...ids, chief.id])
      expect(await jobOf(db, id)).toMatchObject({ status: 'done', total: 5, done: 2, refused: 3 })
      expect(await outcomesOf(db, id)).toEqual([
        'done',
        'refused TAKEN',
        'refused UNKNOWN_ERROR',
        'done',
        'refused NOT_FOUND',
      ])
      // The changes of a refused row are rolled back.
      expect(await linksOf(db, ids)).toEqual([
        'https://a.example!',
        'https://a.example',
        'https://a.example',
        'https://a.example!',
      ])
      expect(await actionsOn(db, id)).toEqual(['bulk-job-started'])
    }))

  test('a bulk job of a few rows is finished by the queue if the request fails', () =>
    database.withDatabase(async (db) => {
      const { chief, ids } = await someRepositories(db, ['dies', 'lives'])
      strikes.set('dies', 2)
      await expect(start(db, chief, ids)).rejects.toThrow('away')
      const [job] = await db.select({ id: bulkJob.id }).from(bulkJob).where(eq(bulkJob.actorId, chief.id))
      const queued = await db.execute(sql`
        select from graphile_worker.jobs where task_identifier = 'run-bulk-job' and key = ${`bulk:${job?.id}`}`)
      expect(queued).toHaveLength(1)
      await runBulkJob(db, job?.id ?? '')
      expect(await linksOf(db, ids)).toEqual(['https://a.example!', 'https://a.example!'])
    }))
})

test('the user finds the result of a job in the app, unless its few rows run in the request', () =>
  database.withDatabase(async (db) => {
    const noticed = recordInAppNotices()
    const few = await someRepositories(db, ['few'])
    await start(db, few.chief, few.ids)
    expect(noticed).toEqual([])
    const { chief, ids } = await someRepositories(db, namesOf('noticed', 30))
    const [{ id: done }, { id: incomplete }] = [await start(db, chief, ids), await start(db, chief, [...ids, chief.id])]
    for (const id of [done, incomplete]) await runToTheEnd(db, id)
    const [actor] = await db.select({ email: user.email }).from(user).where(eq(user.id, chief.id))
    const notice = { to: [actor?.email] }
    expect(noticed).toEqual([
      { ...notice, kind: 'job-done', path: `/manager/jobs/${done}`, values: { done: 30, refused: 0 } },
      { ...notice, kind: 'job-incomplete', path: `/manager/jobs/${incomplete}`, values: { done: 30, refused: 1 } },
    ])
  }))

// The row fails twice: the run retries a failed batch at once with a single row, and ends with the second failure.
test.each([0, 1, 49, 50, 51, 99, 100, 101])(
  'a job that was interrupted at row %i of 102 continues, and changes no row twice',
  (at) =>
    database.withDatabase(async (db) => {
      const { chief, ids } = await someRepositories(db, namesOf(`ended at ${at}, row`, 102))
      const { id } = await start(db, chief, ids)
      strikes.set(`ended at ${at}, row ${at}`, 2)
      await runToTheEnd(db, id)
      expect(await jobOf(db, id)).toMatchObject({ status: 'done', total: 102, done: 102 })
      expect(new Set(await linksOf(db, ids))).toEqual(new Set(['https://a.example!']))
      strikes.set(`ended at ${at}, row ${at}`, 2)
      await undo(db, chief, id)
      await runToTheEnd(db, id)
      expect(await jobOf(db, id)).toMatchObject({ status: 'undone', done: 102, undone: 102 })
      expect(new Set(await linksOf(db, ids))).toEqual(new Set(['https://a.example']))
    }),
)

test('concurrent runs of one job change each row once', () =>
  database.withDatabase(async (db) => {
    const { chief, ids } = await someRepositories(db, namesOf('both', 120))
    const { id } = await start(db, chief, ids)
    await Promise.all([runBulkJob(db, id), runBulkJob(db, id), runBulkJob(db, id)])
    expect(new Set(await linksOf(db, ids))).toEqual(new Set(['https://a.example!']))
    await Promise.all([undo(db, chief, id), undo(db, chief, id)])
    await Promise.all([runBulkJob(db, id), runBulkJob(db, id)])
    expect(new Set(await linksOf(db, ids))).toEqual(new Set(['https://a.example']))
    expect(await jobOf(db, id)).toMatchObject({ status: 'undone', done: 120, undone: 120 })
    expect(await actionsOn(db, id)).toEqual(['bulk-job-started', 'bulk-job-undone'])
  }))

/** Runs one batch, which has fewer than 50 rows if they take longer than a second. @returns the job, with rows left */
async function runOneBatch(db: Database, id: string) {
  await runBulkJob(db, id, { forMs: 1 })
  const { done = 0, undone = 0, status } = (await jobOf(db, id)) ?? {}
  expect([...Array(50).keys()]).toContain((status === 'undoing' ? undone : done) - 1)
  return { done, undone, status }
}

test('a job that is undone while it runs stops, and its changes are undone', () =>
  database.withDatabase(async (db) => {
    const { chief, ids } = await someRepositories(db, namesOf('half', 120))
    const { id } = await start(db, chief, ids)
    const { done, status } = await runOneBatch(db, id)
    expect(status).toBe('running')
    await undo(db, chief, id)
    await runBulkJob(db, id)
    expect(new Set(await linksOf(db, ids))).toEqual(new Set(['https://a.example']))
    expect(await jobOf(db, id)).toMatchObject({ status: 'undone', done, undone: 120 })
  }))

test('undo skips a row that another user has changed since', () =>
  database.withDatabase(async (db) => {
    const { chief, ids } = await someRepositories(db, ['kept', 'changed'])
    const { id } = await start(db, chief, ids)
    await db
      .update(repository)
      .set({ description: 'mine' })
      .where(eq(repository.id, ids[1] ?? ''))
    await undo(db, chief, id)
    expect(await outcomesOf(db, id)).toEqual(['undone', 'undo-refused CHANGED_SINCE'])
  }))

test('a job stops when its user loses the permission, and users without the permission cannot start one', () =>
  database.withDatabase(async (db) => {
    const { chief, ids } = await someRepositories(db, namesOf('lost', 60))
    const { id } = await start(db, chief, ids)
    const { done } = await runOneBatch(db, id)
    await db.update(user).set({ role: 'user' }).where(eq(user.id, chief.id))
    await runBulkJob(db, id)
    expect(await jobOf(db, id)).toMatchObject({ status: 'done', done, refused: 60 - done })
    expect((await outcomesOf(db, id)).at(-1)).toBe('refused FORBIDDEN')
    await expect(start(db, chief, ids)).rejects.toThrow('FORBIDDEN')
    await expect(undo(db, chief, id)).rejects.toThrow('FORBIDDEN')
  }))

test('undo stops when its user loses the permission, and another user can continue it', () =>
  database.withDatabase(async (db) => {
    const { chief, ids } = await someRepositories(db, namesOf('left', 60))
    const { id } = await start(db, chief, ids)
    await runBulkJob(db, id)
    await undo(db, chief, id)
    const { undone } = await runOneBatch(db, id)
    await db.update(user).set({ role: 'user' }).where(eq(user.id, chief.id))
    await runBulkJob(db, id)
    expect(await jobOf(db, id)).toMatchObject({ status: 'done', undone, undoneById: null })
    const { chief: other } = await someRepositories(db, [])
    await undo(db, other, id)
    await runBulkJob(db, id)
    expect(await jobOf(db, id)).toMatchObject({ status: 'undone', undone: 60 })
  }))

test('a filter selects the rows of a job once; rows that are added later are not included', () =>
  database.withDatabase(async (db) => {
    const { chief } = await someRepositories(db, ['all 1', 'all 2', 'all 3', 'other'])
    const { id } = await startBulkJob(contextOn(db, chief), {
      kind: 'describe',
      selection: { filter: { name: 'all' } },
      input: { text: 'all' },
    })
    await db
      .insert(repository)
      .values({ name: 'all too late', link: 'https://a.example', createdAt: new Date('2999-01-01') })
    await runBulkJob(db, id, { withBackgroundDb: (work) => work(db) })
    expect(await jobOf(db, id)).toMatchObject({ status: 'done', total: 3, done: 3, filter: null })
  }))

test('a draft job has its own data for each row, and changes nothing before it is started', () =>
  database.withDatabase(async (db) => {
    const { chief } = await someRepositories(db, [])
    const [draft] = await db
      .insert(bulkJob)
      .values({ kind: 'add', status: 'draft', actorId: chief.id, actorName: chief.name, total: 2 })
      .returning({ id: bulkJob.id })
    const id = draft?.id ?? ''
    await db.insert(bulkJobRow).values([1, 2].map((position) => ({ jobId: id, position, input: { name: 'drafted' } })))
    expect(await runBulkJob(db, id)).toBe(false)
    expect(await jobOf(db, id)).toMatchObject({ status: 'draft' })
    await db.update(bulkJob).set({ status: 'queued' }).where(eq(bulkJob.id, id))
    await runBulkJob(db, id)
    expect(await outcomesOf(db, id)).toEqual(['done', 'refused UNKNOWN_ERROR'])
    await expect(undo(db, chief, id)).rejects.toThrow('CANNOT_UNDO')
  }))

/** Runs a job again whenever it fails, like the queue. */
async function runToTheEnd(db: Database, id: string) {
  while (await runBulkJob(db, id).catch(() => true));
}

function namesOf(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, row) => `${word} ${row}`)
}

async function someRepositories(db: Database, names: string[]) {
  const [chief] = await db
    .insert(user)
    .values({ email: `${crypto.randomUUID()}@bulk.example`, name: 'Chief', role: 'admin' })
    .returning({ id: user.id, name: user.name })
  if (!chief) throw new Error('nobody')
  const rows = names.map((name) => ({ name, link: 'https://a.example', description: 'as it was' }))
  const made = rows.length > 0 ? await db.insert(repository).values(rows).returning({ id: repository.id }) : []
  return { chief, ids: made.map(({ id }) => id) }
}

function start(db: Database, chief: ActorRef, ids: string[]) {
  return startBulkJob(contextOn(db, chief), { kind: 'describe', selection: { ids }, input: { text: 'new' } })
}

function undo(db: Database, chief: ActorRef, id: string) {
  return undoBulkJob(contextOn(db, chief), { id })
}

async function jobOf(db: Database, id: string) {
  const [job] = await db.select().from(bulkJob).where(eq(bulkJob.id, id))
  return job
}

async function outcomesOf(db: Database, id: string) {
  const rows = await db.select().from(bulkJobRow).where(eq(bulkJobRow.jobId, id)).orderBy(bulkJobRow.position)
  return rows.map(({ outcome, code }) => (code === null ? outcome : `${outcome} ${code}`))
}

async function linksOf(db: Database, ids: string[]) {
  const rows = await db.select().from(repository).where(inArray(repository.id, ids))
  return ids.map((id) => rows.find((row) => row.id === id)?.link)
}

async function actionsOn(db: Database, id: string) {
  const rows = await db.select().from(historyEvent).where(eq(historyEvent.subjectId, id)).orderBy(historyEvent.id)
  return rows.map(({ action }) => action)
}
