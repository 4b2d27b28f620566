import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import { encrypt, decrypt } from '#lib/keyed-hash.server.ts'

/** The name of the task that sends a code. */
export const CODE_MAIL_TASK = 'send-code-mail'

/** The data of the job that sends a code. */
export interface CodeMailJob {
  codeRequestId: string
  /** The address and the code, encrypted because others can read the queue. */
  sealedCode: string
  language: string
}

interface CodeAndAddress {
  email: string
  code: string
}

interface CodeMail extends CodeAndAddress {
  codeRequestId: string
  /** Identifies the browser, the address and the purpose. */
  owner: string
  language: string
}

/** The purpose of the encryption. If it changed, jobs that nodes of the previous release queued could not be decrypted. */
const PURPOSE = 'login-code-mail'

/** Queues the mail with a code, in the caller's transaction. It replaces a mail of the same owner that is not sent yet. */
export async function enqueueCodeMail(
  db: Pick<Database, 'execute'>,
  { email, code, owner, codeRequestId, language }: CodeMail,
): Promise<void> {
  const sealedCode = encrypt(environment().secret, PURPOSE, JSON.stringify({ email, code } satisfies CodeAndAddress))
  const payload = JSON.stringify({ codeRequestId, sealedCode, language } satisfies CodeMailJob)
  await db.execute(
    sql`select graphile_worker.add_job(${CODE_MAIL_TASK}, ${payload}::json, max_attempts => 12, job_key => ${`code-mail:${owner}`}, job_key_mode => 'replace')`,
  )
}

/** Decrypts the code and the address in a job of `enqueueCodeMail`. */
export function decryptCodeAndAddress(encrypted: string): CodeAndAddress {
  return JSON.parse(decrypt(acceptedSecrets(), PURPOSE, encrypted)) as CodeAndAddress
}
