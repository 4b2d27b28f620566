import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { environment } from '#env/environment.server.ts'
import { seal, unseal } from '#lib/keyed-hash.server.ts'
import type { NoticeKind } from '#mail/notice-mail.server.ts'

/** What each kind of job is told. Secrets travel sealed, for the queue is a table that many may read. */
export interface JobPayloads {
  'send-login-code': { loginRequestId: string; sealedCode: string; language: string }
  'send-notice': { noticeId: string; kind: NoticeKind; sealedEmail: string; language: string | null }
}

interface CodeMail {
  email: string
  code: string
}

/**
 * Queues the mail with a code, in the caller's transaction. A newer one for the same owner takes the place of one that
 * still waits.
 * @param owner names the browser, the address and what the code is for
 */
export async function enqueueCodeMail(
  db: Database,
  mail: CodeMail & { loginRequestId: string; owner: string; language: string },
): Promise<void> {
  const payload: JobPayloads['send-login-code'] = {
    loginRequestId: mail.loginRequestId,
    sealedCode: seal(environment().secret, 'login-code-mail', JSON.stringify({ email: mail.email, code: mail.code })),
    language: mail.language,
  }
  await db.execute(
    sql`select graphile_worker.add_job('send-login-code', ${JSON.stringify(payload)}::json, max_attempts => 12, job_key => ${`login-code:${mail.owner}`}, job_key_mode => 'replace')`,
  )
}

/** Opens what `enqueueCodeMail` sealed. */
export function openCodeMail(sealedCode: string): CodeMail {
  return JSON.parse(unseal(environment().secret, 'login-code-mail', sealedCode)) as CodeMail
}

interface Notice {
  kind: NoticeKind
  email: string
  /** The receiver's; null where it is not known. */
  language: string | null
}

/** Queues a mail that tells what happened to an account, in the transaction of what happened. */
export async function enqueueNotice(db: Database, { kind, email, language }: Notice): Promise<void> {
  const payload: JobPayloads['send-notice'] = {
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
