import { environment } from '#env/environment.server.ts'
import { inboxTransport } from './inbox-transport.server.ts'
import type { MailTransport } from './mail.ts'
import { sandboxTransport } from './sandbox-inbox.server.ts'

let shared: MailTransport | undefined

/** The transport that the environment names: SMTP, Resend, or the local inbox. In a demo no mail leaves the sandbox it is of. */
export function mailTransport(): MailTransport {
  shared ??= chooseTransport()
  return shared
}

function chooseTransport(): MailTransport {
  const { demoMode, smtpUrl, resendApiKey, emailFrom, dataDir } = environment()
  if (demoMode) return sandboxTransport
  if (smtpUrl !== undefined)
    return loadedWhenUsed(async () => {
      const { smtpTransport } = await import('./smtp-transport.server.ts')
      return smtpTransport(smtpUrl, emailFrom)
    })
  if (resendApiKey !== undefined)
    return loadedWhenUsed(async () => {
      const { resendTransport } = await import('./resend-transport.server.ts')
      return resendTransport(resendApiKey, emailFrom)
    })
  return inboxTransport(dataDir)
}

/** A transport whose library is in nobody's memory before the first mail. */
function loadedWhenUsed(load: () => Promise<MailTransport>): MailTransport {
  let loading: Promise<MailTransport> | undefined
  const loaded = () => (loading ??= load())
  return {
    send: async (mail) => (await loaded()).send(mail),
    probe: async () => (await loaded()).probe(),
  }
}
