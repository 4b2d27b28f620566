import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { rolledBack } from '#db/test-database.ts'
import { decryptCodeAndAddress, enqueueCodeMail } from './code-mail.server.ts'

const MAIL = {
  email: 'ada@example.com',
  code: '012345',
  codeRequestId: 'request-1',
  owner: 'queue-test',
  language: 'fr',
}

test(
  'a queued mail is decrypted by the worker, and is not readable in the table',
  rolledBack(async (db) => {
    await enqueueCodeMail(db, MAIL)
    const [job] = await queued(db)
    expect(job).toMatchObject({ payload: { codeRequestId: 'request-1', language: 'fr' } })
    expect(JSON.stringify(job)).not.toMatch(/ada|example\.com|012345/)
    expect(decryptCodeAndAddress(job?.payload.sealedCode ?? '')).toEqual({ email: 'ada@example.com', code: '012345' })
  }),
)

test(
  'a newer email replaces a queued one, only for the same browser and address',
  rolledBack(async (db) => {
    await enqueueCodeMail(db, MAIL)
    await enqueueCodeMail(db, { ...MAIL, codeRequestId: 'request-2', code: '999999' })
    await enqueueCodeMail(db, { ...MAIL, codeRequestId: 'request-3', owner: 'queue-test-other' })
    expect((await queued(db)).map(({ payload }) => payload.codeRequestId)).toEqual(['request-2', 'request-3'])
  }),
)

test(
  'an email is queued in the transaction of its caller',
  rolledBack(async (db) => {
    const failed = db.transaction(async (inner) => {
      await enqueueCodeMail(inner, MAIL)
      throw new Error('the caller failed')
    })
    await expect(failed).rejects.toThrow('the caller failed')
    expect(await queued(db)).toEqual([])
  }),
)

test('a changed job is not decrypted', () => {
  expect(() => decryptCodeAndAddress('bm90IHNlYWxlZCBieSB1cyBhdCBhbGwsIG9mIGNvdXJzZQ')).toThrow(/authenticate/)
})

interface Job extends Record<string, unknown> {
  payload: { codeRequestId: string; sealedCode: string; language: string }
}

async function queued(db: Database): Promise<Job[]> {
  return [
    ...(await db.execute<Job>(
      sql`select payload from graphile_worker._private_jobs where key like 'code-mail:queue-test%' order by id`,
    )),
  ]
}
