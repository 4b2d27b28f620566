import { log } from '#lib/log.server.ts'
import { PermanentMailError, reasonOfRefusal } from '#mail/mail.ts'
import { composeNoticeMail } from '#mail/notice-mail.server.ts'
import { mailTransport } from '#mail/transport.server.ts'
import { openNotice, type NoticeJob } from './queue.server.ts'

/**
 * Hands a notice to the mail server, at least once. One that the mail server refuses for good is given up.
 * @throws when trying again later may help
 */
export async function sendNotice({ noticeId, kind, sealedEmail, language }: NoticeJob): Promise<void> {
  try {
    await mailTransport().send(
      await composeNoticeMail({ id: noticeId, kind, email: openNotice(sealedEmail), language }),
    )
  } catch (error) {
    const isFinal = error instanceof PermanentMailError
    log.warn({ event: 'mail.not_taken', noticeId, isFinal, reason: reasonOfRefusal(error) })
    if (!isFinal) throw new Error('mail was not taken', { cause: error })
  }
}
