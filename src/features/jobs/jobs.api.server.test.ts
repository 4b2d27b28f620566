import { eq, inArray, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operationCaller } from '#api/test-operations.server.ts'
import { registerBulkKinds, type BulkKind } from '#bulk/bulk-kind.server.ts'
import { runBulkJob } from '#bulk/run-bulk-job.server.ts'
import { closeDatabase, database } from '#db/client.ts'
import { bulkJob, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { AppError } from '#lib/app-error.ts'
import { rowSelection } from '#lib/row-selection.ts'
import { contextOn } from '#service/test-context.server.ts'
import { jobOperations } from './jobs.api.server.ts'

ownDatabase().isOfProcess()
afterAll(closeDatabase)

/** Kinds of jobs that give users a name, except for users whose name is "fixed". The first has no undo. */
const final: BulkKind<{ name: string }, { name: string }, null, { name: string }> = {
  name: 'final',
  permission: 'user:list',
  keyPermissions: ['user:change-administrators'],
  find: (selection) =>
    sql`select ${user.id}, ${user.name} from ${user} where ${'ids' in selection ? inArray(user.id, selection.ids) : eq(user.name, selection.filter.name)}`,
  async apply({ db }, { subject, input }) {
    if (!subject || subject.name === 'fixed') throw new AppError('NOT_FOUND')
    await db.update(user).set(input).where(eq(user.id, subject.id))
    return { before: { name: subject.name } }
  },
}
const renaming: typeof final = {
  ...final,
  name: 'rename',
  async undo({ db }, { subject, before }) {
    const id = subject?.id ?? ''
    await db.update(user).set(before).where(eq(user.id, id))
  },
}
registerBulkKinds([final, renaming])

const selection = rowSelection(z.strictObject({ name: z.string() }))
const inputOf = <const Kind extends string>(kind: Kind) =>
  z.strictObject({ kind: z.literal(kind), selection, name: z.string() })
const callApi = operationCaller(jobOperations([inputOf('rename'), inputOf('final')]), (actor) =>
  contextOn(database(), actor),
)
const chief = { id: crypto.randomUUID(), name: 'Chief' }

beforeAll(() => addUser('Chief', chief.id))
beforeEach(async () => {
  await database().delete(bulkJob)
  await database().delete(user).where(ne(user.id, chief.id))
})

async function addUser(name: string, id = crypto.randomUUID()): Promise<string> {
  const role = id === chief.id ? 'admin' : 'user'
  await database()
    .insert(user)
    .values({ id, email: `${id}@example.com`, name, role })
  return id
}

const call = (method: string, path: string, body?: unknown, lacking: string[] = []) =>
  callApi(chief, method, path, { body, lacking })
const namesOf = async (ids: string[]) =>
  (await database().select({ name: user.name }).from(user).where(inArray(user.id, ids))).map(({ name }) => name).sort()

test('a key changes a few rows at once, reads which were refused, and undoes the job', async () => {
  const ids = [await addUser('a'), await addUser('b'), await addUser('fixed')]
  const made = await call('POST', '/jobs', { kind: 'rename', selection: { ids }, name: 'new' })
  const counts = { total: 3, done: 2, refused: 1, canUndo: true, actorName: 'Chief', label: null }
  expect(made).toMatchObject({ status: 201, body: { kind: 'rename', status: 'done', ...counts } })
  expect(await namesOf(ids)).toEqual(['fixed', 'new', 'new'])
  const at = `/jobs/${made.body.id}`
  expect((await call('GET', at)).body).toEqual(made.body)
  const problem = { position: 3, name: 'fixed', code: 'NOT_FOUND', reason: null, isOfUndoing: false }
  expect((await call('GET', `${at}/problems`)).body).toEqual({ data: [problem], next: null })
  const undone = await call('POST', `${at}/undo`)
  expect(undone).toMatchObject({ status: 200, body: { status: 'undone', undone: 2, canUndo: false } })
  expect(await namesOf(ids)).toEqual(['a', 'b', 'fixed'])
  expect((await call('POST', `${at}/undo`)).status).toBe(200)
})

test('a key changes all rows that match a filter after the response, and cancels a running job', async () => {
  const ids = [await addUser('old'), await addUser('old'), await addUser('other')]
  const body = { kind: 'rename', selection: { filter: { name: 'old' } }, name: 'new' }
  const made = await call('POST', '/jobs', body)
  expect(made.body).toMatchObject({ status: 'queued', isCounting: true, total: 0, canUndo: true })
  while (await runBulkJob(database(), made.body.id));
  expect((await call('GET', `/jobs/${made.body.id}`)).body).toMatchObject({ status: 'done', total: 2, done: 2 })
  expect(await namesOf(ids)).toEqual(['new', 'new', 'other'])
  const waiting = await call('POST', '/jobs', { ...body, selection: { filter: { name: 'other' } } })
  await call('POST', `/jobs/${waiting.body.id}/undo`)
  while (await runBulkJob(database(), waiting.body.id));
  expect((await call('GET', `/jobs/${waiting.body.id}`)).body).toMatchObject({ status: 'undone', done: 0 })
  expect(await namesOf(ids)).toEqual(['new', 'new', 'other'])
})

test('jobs are listed page by page, newest first, without drafts; their problems too', async () => {
  const ids = [await addUser('fixed'), await addUser('fixed'), await addUser('fixed')]
  const body = { kind: 'rename', selection: { ids }, name: 'x' }
  const made = [await call('POST', '/jobs', body), await call('POST', '/jobs', body), await call('POST', '/jobs', body)]
  const draft = { kind: 'rename', status: 'draft', actorId: chief.id, actorName: 'Chief' } as const
  await database().insert(bulkJob).values(draft)
  const first = await call('GET', '/jobs?limit=2')
  const second = await call('GET', `/jobs?limit=2&after=${first.body.next}`)
  const listed = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id)
  expect(listed).toEqual(made.map(({ body }) => body.id).reverse())
  const at = `/jobs/${listed[0]}/problems`
  const page = await call('GET', `${at}?limit=2`)
  expect(page.body).toMatchObject({ data: [{ position: 1 }, { position: 2 }], next: '2' })
  expect((await call('GET', `${at}?limit=2&after=2`)).body).toMatchObject({ data: [{ position: 3 }], next: null })
})

test('to start or undo a job, a key needs the permissions of its kind; a kind without undo cannot be undone', async () => {
  const body = { kind: 'final', selection: { ids: [await addUser('a')] }, name: 'x' }
  for (const lacking of ['user:list', 'user:change-administrators'])
    expect(await call('POST', '/jobs', body, [lacking])).toMatchObject({ status: 403 })
  expect(await database().$count(bulkJob)).toBe(0)
  const at = `/jobs/${(await call('POST', '/jobs', body)).body.id}/undo`
  expect(await call('POST', at, undefined, ['user:change-administrators'])).toMatchObject({
    status: 403,
    body: { code: 'INSUFFICIENT_SCOPE' },
  })
  expect(await call('POST', at)).toMatchObject({ status: 409, body: { code: 'CANNOT_UNDO' } })
})

test('a selection has either IDs or a filter, without unknown fields, and an unknown job is not found', async () => {
  const send = (selection: object) => call('POST', '/jobs', { kind: 'rename', selection, name: 'x' })
  const id = await addUser('a')
  await expect(send({ ids: [id], filter: { name: 'a' } })).rejects.toThrow(/selection/)
  await expect(send({ filter: { name: 'a', more: 1 } })).rejects.toThrow(/selection/)
  await expect(send({ ids: [] })).rejects.toThrow(/selection/)
  for (const path of ['', '/problems']) expect((await call('GET', `/jobs/${id}${path}`)).status).toBe(404)
  expect((await call('POST', `/jobs/${id}/undo`)).status).toBe(404)
})
