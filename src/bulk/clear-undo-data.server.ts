import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { BATCH_SIZE, repeatUntilUnchanged } from '#queue/purge.server.ts'

/** Clears the data for undoing bulk jobs, such as data of deleted users, once the jobs can no longer be undone. */
export async function clearUndoData(db: Database): Promise<void> {
  const isOver = sql`undo_until < now() and status <> 'undoing'`
  const jobs = await db.execute<{ id: string }>(sql`select id from bulk_job where ${isOver}`)
  for (const { id } of jobs) {
    await repeatUntilUnchanged(
      db,
      sql`
        update bulk_job_row set before = null, input = null where job_id = ${id} and position = any(array(
          select position from bulk_job_row where job_id = ${id} and (before is not null or input is not null) limit ${BATCH_SIZE}))`,
    )
    await db.execute(sql`update bulk_job set undo_until = null where id = ${id} and ${isOver}`)
  }
}
