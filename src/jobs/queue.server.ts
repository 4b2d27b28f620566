import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { environment } from '#env/environment.server.ts'
import { seal, unseal } from '#lib/keyed-hash.server.ts'
import type { NoticeKind } from '#mail/notice-mail.server.ts'

/** The data of the job that sends a notice. The address travels sealed, for the queue is a table that many may read. */
export interface NoticeJob {
  noticeId: string
  kind: NoticeKind
  sealedEmail: string
  language: string | null
}

interface Notice {
  kind: NoticeKind
  email: string
  /** The receiver's; null where it is not known. */
  language: string | null
}

/** Queues a mail that tells what happened to an account, in the transaction of what happened. */
export async function enqueueNotice(db: Database, { kind, email, language }: Notice): Promise<void> {
  const payload: NoticeJob = {
    noticeId: crypto.randomUUID(),
    kind,
    sealedEmail: seal(environment().secret, 'notice-mail', email),
    language,
  }
  await db.execute(
    sql`select graphile_worker.add_job('send-notice', ${JSON.stringify(payload)}::json, max_attempts => 12)`,
  )
}

/** The address that `enqueueNotice` sealed. */
export function openNotice(sealedEmail: string): string {
  return unseal(environment().secret, 'notice-mail', sealedEmail)
}
