import { Resend } from 'resend'
import { PermanentMailError, type MailTransport } from './mail.ts'

const PERMANENT_ERROR = /^(validation_error|missing_required_field|invalid_parameter|invalid_attachment)$/

const TIMEOUT_MS = 10_000

/**
 * The transport through Resend's API.
 * @param from the sender, a mailbox
 * @param timeoutMs maximum time to wait for a response; the library itself waits for minutes
 */
export function resendTransport(secret: string, from: string, timeoutMs = TIMEOUT_MS): MailTransport {
  const resend = new Resend(secret)
  const inTime = () => ({ signal: AbortSignal.timeout(timeoutMs) })
  return {
    async send({ id, to, subject, html, text }) {
      const mail = { from, to, subject, html, text }
      const { error } = await resend.emails.send(mail, { idempotencyKey: id, ...inTime() })
      if (!error) return
      throw PERMANENT_ERROR.test(error.name) ? new PermanentMailError(error.name) : new Error(error.name)
    },
    async probe() {
      const { error } = await resend.domains.list({}, inTime())
      // A key that can only send cannot list domains, but the error still shows that Resend is available.
      if (error && error.name !== 'restricted_api_key') throw new Error(error.name)
    },
  }
}
