import * as z from 'zod/mini'
import { database } from '#db/client.ts'
import { responseCodeOrReason } from '#mail/mail.ts'
import type { NoticeKind } from '#mail/notice-kinds.ts'
import { composeNoticeMail } from '#mail/notice-mail.server.ts'
import { mailTransport } from '#mail/transport.server.ts'
import { countEvent } from '#instrumentation/measure.server.ts'
import { addDeadNoticeJob, mailRefusedError, reportRefusedMail } from './dead-jobs.server.ts'
import { defineTask } from './define-task.server.ts'
import { NOTICE_TASK, decryptNotice, decryptJobData, type NoticeJob } from './queue.server.ts'

/** Sends a notice. */
export const noticeTask = defineTask({
  name: NOTICE_TASK,
  payload: z.object({
    noticeId: z.string(),
    kind: z.custom<NoticeKind>((kind) => typeof kind === 'string'),
    language: z.nullable(z.string()),
    sealedNotice: z.string(),
  }),
  run: sendNotice,
})

/**
 * Hands a notice to the mail server, at least once. A permanently refused notice is not retried, but stored for administrators to
 * see.
 * @throws if a later retry might succeed
 */
export async function sendNotice(job: NoticeJob): Promise<void> {
  const { noticeId, kind, language } = job
  const notice = decryptJobData(() => decryptNotice(job), { noticeId, kind })
  if (notice === undefined) return
  try {
    await mailTransport().send(await composeNoticeMail({ id: noticeId, kind, language, ...notice }))
    countEvent('app.mails', { kind: 'notice', outcome: 'sent' })
  } catch (error) {
    const isFinal = reportRefusedMail('notice', { noticeId }, error)
    const reason = responseCodeOrReason(error)
    if (!isFinal) throw mailRefusedError(reason, error)
    await addDeadNoticeJob(database(), job, reason)
  }
}
