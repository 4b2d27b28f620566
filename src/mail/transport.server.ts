import { environment } from '#env/environment.server.ts'
import { inboxTransport } from './inbox-transport.server.ts'
import type { MailTransport } from './mail.ts'
import { resendTransport } from './resend-transport.server.ts'
import { smtpTransport } from './smtp-transport.server.ts'

let shared: MailTransport | undefined

/** The transport that the environment names: SMTP, Resend, or the local inbox. A demo mails nothing. */
export function mailTransport(): MailTransport {
  shared ??= chooseTransport()
  return shared
}

function chooseTransport(): MailTransport {
  const { demoMode, smtpUrl, resendApiKey, emailFrom, dataDir } = environment()
  if (demoMode) return { send: () => Promise.resolve(), probe: () => Promise.resolve() }
  if (smtpUrl !== undefined) return smtpTransport(smtpUrl, emailFrom)
  if (resendApiKey !== undefined) return resendTransport(resendApiKey, emailFrom)
  return inboxTransport(dataDir)
}
