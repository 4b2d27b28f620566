import { environment } from '#env/environment.server.ts'
import { inboxTransport } from './inbox-transport.server.ts'
import type { MailTransport } from './mail.ts'
import { sandboxTransport } from './sandbox-inbox.server.ts'

let sharedTransport: MailTransport | undefined

/** Returns the configured transport: SMTP, Resend or the local inbox. In a demo, mails are only stored in their sandbox. */
export function mailTransport(): MailTransport {
  sharedTransport ??= chooseTransport()
  return sharedTransport
}

function chooseTransport(): MailTransport {
  const { demoMode, smtpUrl, resendSecret, emailFrom, dataDir } = environment()
  if (demoMode) return sandboxTransport
  if (smtpUrl !== undefined)
    return lazyTransport(async () => (await import('./smtp-transport.server.ts')).smtpTransport(smtpUrl, emailFrom))
  if (resendSecret !== undefined)
    return lazyTransport(async () =>
      (await import('./resend-transport.server.ts')).resendTransport(resendSecret, emailFrom),
    )
  return inboxTransport(dataDir)
}

/** Returns a transport that loads its library on first use. */
function lazyTransport(load: () => Promise<MailTransport>): MailTransport {
  let loading: Promise<MailTransport> | undefined
  const loaded = () => (loading ??= load())
  return {
    send: async (mail) => (await loaded()).send(mail),
    probe: async () => (await loaded()).probe(),
  }
}
