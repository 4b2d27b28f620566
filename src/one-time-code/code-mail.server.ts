import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import { seal, unseal } from '#lib/keyed-hash.server.ts'

/** The name of the task that sends a code. */
export const CODE_MAIL_TASK = 'send-code-mail'

/** The data of the job that sends a code. */
export interface CodeMailJob {
  codeRequestId: string
  /** The address and the code: the queue is a table that many may read. */
  sealedCode: string
  language: string
}

interface SealedCode {
  email: string
  code: string
}

interface CodeMail extends SealedCode {
  codeRequestId: string
  /** Names the browser, the address and what the code is for. */
  owner: string
  language: string
}

/** The key's name is older than the job's: another one would not open what nodes of the release before have queued. */
const SEAL = 'login-code-mail'

/** Queues the mail with a code, in the caller's transaction. A newer one for the same owner takes the place of one that still waits. */
export async function enqueueCodeMail(
  db: Pick<Database, 'execute'>,
  { email, code, owner, codeRequestId, language }: CodeMail,
): Promise<void> {
  const sealedCode = seal(environment().secret, SEAL, JSON.stringify({ email, code } satisfies SealedCode))
  const payload = JSON.stringify({ codeRequestId, sealedCode, language } satisfies CodeMailJob)
  await db.execute(
    sql`select graphile_worker.add_job(${CODE_MAIL_TASK}, ${payload}::json, max_attempts => 12, job_key => ${`code-mail:${owner}`}, job_key_mode => 'replace')`,
  )
}

/** Opens what `enqueueCodeMail` sealed. */
export function openCodeMail(sealedCode: string): SealedCode {
  return JSON.parse(unseal(acceptedSecrets(), SEAL, sealedCode)) as SealedCode
}

/** The data of that job from nodes of the release before, which call it `send-login-code`. */
export type OlderCodeMailJob = Omit<CodeMailJob, 'codeRequestId'> & { loginRequestId: string }

/** A job that a node of the release before has queued, in the words of this one. */
export function fromReleaseBefore({ loginRequestId, ...job }: OlderCodeMailJob): CodeMailJob {
  return { ...job, codeRequestId: loginRequestId }
}
