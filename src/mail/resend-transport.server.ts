import { Resend } from 'resend'
import { PermanentMailError, type MailTransport } from './mail.ts'

const REFUSED_FOR_GOOD = new Set([
  'validation_error',
  'missing_required_field',
  'invalid_parameter',
  'invalid_attachment',
])

/** The transport through Resend's API. @param from the sender, a mailbox */
export function resendTransport(apiKey: string, from: string): MailTransport {
  const resend = new Resend(apiKey)
  return {
    async send({ id, to, subject, html, text }) {
      const { error } = await resend.emails.send({ from, to, subject, html, text }, { idempotencyKey: id })
      if (!error) return
      throw REFUSED_FOR_GOOD.has(error.name) ? new PermanentMailError(error.name) : new Error(error.name)
    },
    async probe() {
      const { error } = await resend.domains.list()
      // A key that may only send cannot list domains; the answer shows all the same that Resend is there.
      if (error && error.name !== 'restricted_api_key') throw new Error(error.name)
    },
  }
}
