import { createTransport } from 'nodemailer'
import { PermanentMailError, type MailTransport } from './mail.ts'

const TIMEOUT_MS = 10_000

/**
 * Mail over SMTP.
 * @param url smtp:// or smtps://, with user and password where the server wants them
 * @param from the sender, a mailbox
 */
export function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, html, text }) {
      const domain = from.replace(/^.*@|>$/g, '')
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          html,
          text,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw isRefusedForGood(error) ? new PermanentMailError('refused by the mail server', error) : error
      }
    },
    async probe() {
      await transport.verify()
    },
  }
}

/** A 5xx answer to the mail itself (RFC 5321, 4.2.1). One to the greeting or the log-in may be mended by the operator. */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}
