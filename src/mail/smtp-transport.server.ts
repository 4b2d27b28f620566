import { createTransport } from 'nodemailer'
import { isLoopback } from '#env/formats.server.ts'
import { PermanentMailError, type MailTransport } from './mail.ts'

const TIMEOUT_MS = 10_000

/**
 * The transport over SMTP.
 * @param url smtp:// or smtps://, with user and password if the server needs them; smtp:// to another computer requires TLS,
 * unless the URL says `requireTLS=false`
 * @param from the sender, a mailbox
 */
export function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({
    url,
    // Without TLS the codes could be read on the network. `requireTLS=false` in the URL takes precedence.
    requireTLS: !isLoopback(new URL(url).hostname),
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
        throw isPermanentRefusal(error) ? new PermanentMailError('refused by the mail server', error) : error
      }
    },
    async probe() {
      await transport.verify()
    },
  }
}

/**
 * Whether the failure is permanent: a 5xx response to the recipient or the text (RFC 5321, 4.2.1), or an invalid address. A
 * refused greeting, log-in or sender is not permanent, because the operator can fix it.
 */
function isPermanentRefusal(error: unknown): boolean {
  const { responseCode = 0, code, command } = error as { responseCode?: number; code?: string; command?: string }
  if (command === 'API') return code === 'EENVELOPE'
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}
