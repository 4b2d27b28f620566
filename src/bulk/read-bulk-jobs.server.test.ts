import { expect, test } from 'vitest'
import { bulkJob, bulkJobRow } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { getBulkJob, listBulkProblems } from './read-bulk-jobs.server.ts'

test(
  'a job whose kind was removed with its feature still shows its problems, and cannot be undone',
  rolledBack(async (db) => {
    const actor = { actorId: crypto.randomUUID(), actorName: 'Grace' }
    const undoUntil = new Date('2999-01-01')
    const [made] = await db
      .insert(bulkJob)
      .values({ ...actor, kind: 'removed-kind', status: 'done', total: 1, refused: 1, input: {}, undoUntil })
      .returning({ id: bulkJob.id })
    const id = made?.id ?? ''
    await db
      .insert(bulkJobRow)
      .values({ jobId: id, position: 1, outcome: 'refused', code: 'TAKEN', subjectName: 'Ada' })
    const context = { ...contextOn(db), language: 'en' }
    expect(await getBulkJob(context, { id })).toMatchObject({ kind: 'removed-kind', canUndo: false })
    expect(await listBulkProblems(context, { id, after: 0 })).toMatchObject({
      rows: [{ name: 'Ada', code: 'TAKEN', reason: null }],
    })
  }),
)
