import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { throttle } from '#db/schema.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { addressKey, type CodeContext } from './code-client.server.ts'
import { decryptCodeAndAddress } from './code-mail.server.ts'
import { requestCode, type CodeUse } from './code-request.server.ts'

/** Requests a code in a test, without rate limits, and reads it from the queue like the worker. */
export async function requestCodeAndReadIt(db: Database, use: CodeUse): Promise<string> {
  await db.delete(throttle)
  await requestCode(contextOn(db), use)
  const [job] = await db.execute<{ payload: { sealedCode: string } }>(
    sql`select payload from graphile_worker._private_jobs where key like ${`code-mail:${addressKey(use.email)}:%`} order by id desc limit 1`,
  )
  return decryptCodeAndAddress(job?.payload.sealedCode ?? '').code
}

/** Returns the context of codes for a test's request. */
export function contextOn(db: Database): CodeContext {
  return { db, request: currentRequest() }
}
