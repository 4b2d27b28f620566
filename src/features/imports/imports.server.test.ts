import { eq, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { SessionContext } from '#auth/current-session.server.ts'
import { undoBulkJob } from '#bulk/bulk-job.server.ts'
import { registerBulkKinds } from '#bulk/bulk-kind.server.ts'
import type { ImportKind } from '#bulk/import-kind.ts'
import { listBulkProblems } from '#bulk/read-bulk-jobs.server.ts'
import { runBulkJob } from '#bulk/run-bulk-job.server.ts'
import { connectionOptions, databaseOn, type Database } from '#db/client.ts'
import { bulkJob, bulkJobRow, repository } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { plansOfWork, rowsExamined } from '#db/test-query-plans.ts'
import { purgeExpired } from '#queue/purge.server.ts'
import { serverFeatures } from '../../features.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import { hasLanguages } from '#lib/test-languages.ts'
import { bulkKindsOfImports } from './import-jobs.server.ts'
import { findImportKind } from './import-kinds.server.ts'
import { saveDraft } from './import-upload.server.ts'
import { checkImport, getImport, matchImport, startImport } from './imports.server.ts'
import { administrator, draftOf, problemsOf, uploadAndCheck } from './test-import.server.ts'

const kinds = vi.hoisted((): unknown[] => [])
vi.mock('#slots/import.server.ts', () => ({ importKinds: kinds }))

const database = ownDatabase()

/** The names of rows at whose import the connection to the database is lost, once for each name. */
const strikes = new Set<string>()

const addKind: ImportKind<{ name: string; link: string }> = {
  name: 'import-repositories',
  permission: 'repository:create',
  isDangerous: false,
  namespace: 'repositories',
  fields: ['name', 'link'],
  required: ['name', 'link'],
  schema: z.object({
    name: z.string().check(z.trim(), z.minLength(1, 'nameRequired')),
    link: z.string().check(z.minLength(4, 'linkTooShort')),
  }),
  key: 'name',
  bound: { fits: ({ link }) => link === 'https://rare.example', most: 2, code: 'TOO_MANY_ADMINISTRATORS' },
  isTaken: (name) => sql`exists (select from ${repository} where lower(${repository.name}) = lower(${name}))`,
  async create({ db }, fields) {
    const [made] = await db.insert(repository).values(fields).returning({ id: repository.id })
    if (strikes.delete(fields.name)) throw Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' })
    return made ?? { id: '' }
  },
  async remove({ db }, { id }, { link }) {
    const gone = await db.execute(sql`delete from ${repository} where id = ${id} and link = ${link}`)
    if (gone.count === 0) throw new AppError('CHANGED_SINCE')
  },
}

kinds.push(addKind)
registerBulkKinds(bulkKindsOfImports())

const repositoriesNamed = async (db: Database, mark: string) =>
  (
    await db.execute<{ name: string }>(sql`select name from ${repository} where name like ${`${mark}%`} order by name`)
  ).map(({ name }) => name)

const aMark = () => `m${crypto.randomUUID().slice(0, 8)}`

test('each bad row is reported with its line: invalid, repeated in the file, or already in the database', () =>
  database.withDatabase(async (db) => {
    const context = await administrator(db)
    const mark = aMark()
    await db.insert(repository).values({ name: `${mark} There`, link: 'https://a.example' })
    const id = await uploadAndCheck(
      context,
      `${hasLanguages('fr') ? 'Nom' : 'Name'},URL,more\r\n${mark} a,https://a.example,x\r\n"${mark}\n b",x\r\n\r\n${mark} A,https://c.example\r\n${mark} there,https://d.example\r\n,\r\n`,
    )
    const found = await getImport(context, { id })
    expect(found).toMatchObject({ status: 'draft', total: 5, checked: 5, bad: 4, columns: { name: 0, link: 1 } })
    const expected = [
      [`${mark}\n b`, 'Line 3: Invalid link, must be at least 4 characters'],
      [`${mark} A`, 'Line 6: This value appears more than once in the file.'],
      [`${mark} there`, 'Line 7: Name already used'],
      [null, 'Line 8: Name is required · Invalid link, must be at least 4 characters'],
    ]
    expect(await problemsOf(context, id)).toEqual(expected)
    expect(await problemsOf(await administrator(db), id)).toEqual([])
    expect(found.samples[0]?.[0]).toBe(`${mark} a`)

    await expect(startImport(context, { id, isAllOrNothing: true })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect((await getImport(context, { id })).status).toBe('draft')
    await startImport(context, { id, isAllOrNothing: false })
    await runBulkJob(db, id)
    expect(await getImport(context, { id })).toMatchObject({ status: 'done', done: 1, bad: 4 })
    expect(await problemsOf(await administrator(db), id)).toEqual(expected)
    expect(await repositoriesNamed(db, mark)).toEqual([`${mark} There`, `${mark} a`])
  }))

test('matching other columns checks all rows again', () =>
  database.withDatabase(async (db) => {
    const context = await administrator(db)
    const mark = aMark()
    const id = await uploadAndCheck(context, `a;b\n${mark} x;https://x.example\n`)
    expect(await getImport(context, { id })).toMatchObject({ columns: { name: null, link: null }, bad: 1 })
    for (const columns of [{ name: 2 }, { name: 0, link: 0 }, { constructor: 0 }] as Record<string, number>[])
      await expect(matchImport(context, { id, columns })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await matchImport(context, { id, columns: { name: 0, link: 1 } })
    await expect(startImport(context, { id, isAllOrNothing: false })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await checkImport(context, { id })
    expect(await getImport(context, { id })).toMatchObject({ bad: 0, checked: 1 })
  }))

test('rows beyond the maximum of their kind are refused, also across batches of the check', () =>
  database.withDatabase(async (db) => {
    const context = await administrator(db)
    const mark = aMark()
    const rare = (name: string) => `${mark} ${name},https://rare.example\n`
    const others = Array.from({ length: 2_100 }, (_, row) => `${mark} ${row},https://x.example\n`).join('')
    const id = await uploadAndCheck(context, `name,link\n${rare('a')}${others}${rare('b')}${rare('c')}${rare('d')}`)
    const { bad } = await getImport(context, { id })
    const { rows } = await listBulkProblems(context, { id, after: null })
    expect([bad, ...rows.map(({ position }) => position)]).toEqual([2, 2_104, 2_105])
    await matchImport(context, { id, columns: { name: 0, link: 1 } })
    while (!(await checkImport(context, { id })).isDone);
    expect((await getImport(context, { id })).bad).toBe(2)
  }))

test('other users cannot see or start an import, and its owner cannot start it twice', () =>
  database.withDatabase(async (db) => {
    const [context, other] = await Promise.all([administrator(db), administrator(db)])
    const mark = aMark()
    const id = await uploadAndCheck(context, `name,link\n${mark} x,https://x.example\n`)
    const start = { id, isAllOrNothing: true }
    await expect(getImport(other, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(startImport(other, start)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const user = { ...context, session: { ...context.session, viewer: { ...context.session.viewer, role: 'user' } } }
    await expect(startImport(user as SessionContext, start)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const twice = await Promise.allSettled([startImport(context, start), startImport(context, start)])
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await Promise.all([runBulkJob(db, id), runBulkJob(db, id)])
    expect(await repositoriesNamed(db, mark)).toEqual([`${mark} x`])
  }))

test('an interrupted import continues, and undoing it restores the previous state except for rows changed since', () =>
  database.withDatabase(async (db) => {
    const context = await administrator(db)
    const mark = aMark()
    const rows = Array.from(
      { length: 120 },
      (_, number) => `${mark} ${String(number).padStart(3, '0')},https://x.example`,
    )
    const id = await uploadAndCheck(context, `name,link\n${rows.join('\n')}`)
    await startImport(context, { id, isAllOrNothing: true })
    // A row at which the import breaks off is tried again: first in its batch, then as the only row.
    for (const place of [0, 49, 50, 119]) strikes.add(`${mark} ${String(place).padStart(3, '0')}`)
    for (let tries = 0; tries < 10; tries += 1) await runBulkJob(db, id).catch(() => undefined)
    expect(await repositoriesNamed(db, mark)).toEqual(rows.map((row) => row.split(',')[0]))
    expect(await getImport(context, { id })).toMatchObject({ status: 'done', done: 120, bad: 0 })

    await db.execute(sql`update ${repository} set link = 'https://changed.example' where name = ${`${mark} 007`}`)
    await undoBulkJob(context, { id })
    await runBulkJob(db, id)
    expect(await repositoriesNamed(db, mark)).toEqual([`${mark} 007`])
    expect(await getImport(context, { id })).toMatchObject({ status: 'undone', undone: 119, undoRefused: 1 })
    await db.execute(
      sql`update bulk_job set undo_until = now() - interval '1 second' where id = ${id} and undo_until > now()`,
    )
    await purgeExpired(db, serverFeatures)
    const kept = await db.select({ kept: bulkJobRow.input }).from(bulkJobRow).where(eq(bulkJobRow.jobId, id))
    expect(kept.filter(({ kept }) => kept !== null)).toEqual([])
  }))

test('a draft that is about to be purged cannot be imported, because some of its rows might already be deleted', () =>
  database.withDatabase(async (db) => {
    const context = await administrator(db)
    const id = await uploadAndCheck(context, `name,link\n${aMark()} x,https://x.example\n`)
    await db.execute(sql`update bulk_job set created_at = now() - interval '25 hours' where id = ${id}`)
    await expect(startImport(context, { id, isAllOrNothing: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }))

test('a file that cannot be read completely leaves no draft', () =>
  database.withDatabase(async (db) => {
    const context = await administrator(db)
    await expect(draftOf(context, `name,link\n${'x,y\n'.repeat(3_000)}"open`)).rejects.toMatchObject({
      details: { fields: { file: 'quotes' }, numbers: { file: { count: 3_002 } } },
    })
    await expect(draftOf(context, 'name,link\n')).rejects.toMatchObject({ details: { fields: { file: 'empty' } } })
    expect(await db.select().from(bulkJob).where(eq(bulkJob.actorId, context.actor.id))).toEqual([])
  }))

test('an unreadable file is refused with its problem even if its draft cannot be deleted', () =>
  database.withDatabase(async (db) => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    const context = await administrator(db)
    const stubborn = Object.assign(Object.create(db) as Database, { delete: () => ({ where: rejectAsTooLong }) })
    await expect(
      draftOf({ ...context, db: stubborn }, `name,link\n${'x,y\n'.repeat(3_000)}"open`),
    ).rejects.toMatchObject({
      details: { fields: { file: 'quotes' }, numbers: { file: { count: 3_002 } } },
    })
    const [left] = await db.select().from(bulkJob).where(eq(bulkJob.actorId, context.actor.id))
    expect(warn.mock.calls.map(([fields]) => fields)).toEqual([
      { event: 'import.draft_delete_failed', jobId: left?.id, name: 'PostgresError' },
    ])
    warn.mockRestore()
    await db.execute(sql`update bulk_job set created_at = now() - interval '25 hours' where id = ${left?.id}`)
    await purgeExpired(db, serverFeatures)
    expect(await db.select().from(bulkJob).where(eq(bulkJob.actorId, context.actor.id))).toEqual([])
  }))

const rejectAsTooLong = () => Promise.reject(Object.assign(new Error('canceling statement'), { name: 'PostgresError' }))

test('an import that can no longer be undone is shown without the content of its rows', () =>
  database.withDatabase(async (db) => {
    const context = await administrator(db)
    const id = await uploadAndCheck(context, `name,link\n${aMark()} x,https://x.example\n,\n`)
    await startImport(context, { id, isAllOrNothing: false })
    await runBulkJob(db, id)
    await db.update(bulkJobRow).set({ input: null, before: null }).where(eq(bulkJobRow.jobId, id))
    expect(await getImport(context, { id })).toMatchObject({
      samples: [
        ['', ''],
        ['', ''],
      ],
    })
    expect(await problemsOf(context, id)).toEqual([
      [null, "Line 3: Some of what you entered isn't valid. Check it and try again."],
    ])
  }))

test('a large file is stored and checked in parts, in little memory', () =>
  database.withDatabase(async (db) => {
    const context = await administrator(db)
    async function* many() {
      yield new TextEncoder().encode('name,link\n')
      for (let part = 0; part < 20; part += 1)
        yield new TextEncoder().encode(
          Array.from({ length: 1_000 }, (_, n) => `many ${part * 1_000 + n},https://x.example/${n}\n`).join(''),
        )
    }
    const before = process.memoryUsage().rss
    const { id } = await saveDraft(context, findImportKind('import-repositories'), { fileName: 'm.csv', bytes: many() })
    while (!(await checkImport(context, { id })).isDone);
    expect(await getImport(context, { id })).toMatchObject({ total: 20_000, checked: 20_000, bad: 0 })
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6)
  }))

/** Returns a file in which some names are repeated, some rows break a rule, and all others are good. */
const fileOf = (mark: string, { rows, repeated, bad }: { rows: number; repeated: number; bad: number }) =>
  `name,link\n${Array.from({ length: rows }, (_, row) => {
    const name = row % 100 < repeated ? `${mark} same ${row % 7}` : `${mark} ${row}`
    return `${name},${99 - (row % 100) < bad ? 'x' : 'https://x.example'}\n`
  }).join('')}`

test.each([
  ['good rows', { rows: 10_000, repeated: 0, bad: 0 }, 0],
  ['60 % repeated rows', { rows: 10_000, repeated: 60, bad: 0 }, 5_993],
  ['90 % bad rows', { rows: 10_000, repeated: 0, bad: 90 }, 9_000],
])(
  'checking a second import, of %s, reads each row few times even if the statistics cover only the first import',
  async (_, file, bad) => {
    const client = postgres(database.url(), connectionOptions(2))
    onTestFinished(() => client.end())
    const db = databaseOn(client)
    const context = await administrator(db)
    await uploadAndCheck(context, fileOf(aMark(), { rows: 3_000, repeated: 10, bad: 10 }))
    await db.execute(sql`alter table bulk_job_row set (autovacuum_enabled = off)`)
    await db.execute(sql`analyze bulk_job_row`)
    const { id } = await draftOf(context, fileOf(aMark(), file))
    const plans = await plansOfWork(client, async (db) => {
      const inPlans = { ...context, db }
      while (!(await checkImport(inPlans, { id })).isDone);
      expect((await getImport(inPlans, { id })).bad).toBe(bad)
      await startImport(inPlans, { id, isAllOrNothing: false })
      await runBulkJob(db, id, { forMs: 0 })
      await undoBulkJob(inPlans, { id })
      await runBulkJob(db, id, { forMs: 0 })
    })
    const slow = plans.filter((plan) => rowsExamined(plan) > 10 * file.rows)
    expect(slow.map((plan) => [rowsExamined(plan), plan.statement])).toEqual([])
    // The statement that saves a batch of fifty rows must read few rows, however many rows the file has.
    const marking = plans.filter(({ statement }) => statement.includes('jsonb_to_recordset'))
    expect(marking.length).toBeGreaterThan(0)
    for (const plan of marking) expect(rowsExamined(plan)).toBeLessThan(file.rows)
  },
)
