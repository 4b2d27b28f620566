import { appConfig } from '#app.config'
import type { Environment } from '#env/environment.server.ts'
import { isEmailAddress } from '#env/formats.server.ts'
import { isLanguage } from '#i18n/languages.ts'
import { reasonOfRefusal } from '#mail/mail.ts'
import { composeTestMail } from '#mail/test-mail.server.ts'
import { mailTransport } from '#mail/transport.server.ts'
import { fine, wrong, type Finding } from './finding.ts'

/** What the reason of a failure means, by its code. */
const MEANINGS: Record<string, { text: string; remedy: string }> = {
  ESOCKET: { text: 'nothing answers there', remedy: 'mend host and port of SMTP_URL, or start the mail server' },
  ECONNECTION: { text: 'nothing answers there', remedy: 'mend host and port of SMTP_URL, or start the mail server' },
  ETIMEDOUT: {
    text: 'it does not answer in time',
    remedy: 'see whether a firewall stands between, and whether the port is right',
  },
  EDNS: { text: 'there is no such host', remedy: 'mend the host of SMTP_URL' },
  EAUTH: {
    text: 'it refuses user and password',
    remedy: 'mend them in SMTP_URL; / ? and % are written %2F %3F and %25 there',
  },
  ETLS: { text: 'it has no STARTTLS', remedy: 'use smtps://, or ?requireTLS=false where nobody is on the way' },
  restricted_api_key: { text: 'the key may not do this', remedy: 'make a key that may send' },
  validation_error: { text: 'Resend refuses it', remedy: 'verify the domain of EMAIL_FROM at Resend' },
}

interface TestMail {
  /** Undefined where none is to be sent. */
  to: string | undefined
  language: string
}

/** Talks to whoever takes the mail as for a real one, and hands a test mail over where that is asked for. */
export async function examineMail(
  { isLocal, demoMode, smtpUrl, resendApiKey, emailFrom }: Environment,
  { to, language }: TestMail,
): Promise<Finding[]> {
  if (to !== undefined && !isEmailAddress(to))
    return [wrong('mail', '--mail wants an e-mail address', 'npm run doctor -- --mail you@example.com')]
  if (!isLanguage(language))
    return [wrong('mail', '--language is none of ours', `one of ${appConfig.languages.join(', ')}`)]
  if (demoMode) return [fine('mail', 'a demo sends none')]
  const isInbox = isLocal && smtpUrl === undefined && resendApiKey === undefined
  const whom = isInbox ? 'the local inbox' : smtpUrl === undefined ? 'Resend' : new URL(smtpUrl).host
  try {
    await mailTransport().probe()
    if (to === undefined) return [fine('mail', `${whom} is ready to take it, from ${emailFrom}`)]
    await mailTransport().send(await composeTestMail({ email: to, language }))
    return [fine('mail', `${whom} has taken a test mail to ${to}`)]
  } catch (error) {
    const reason = reasonOfRefusal(error)
    const { text, remedy } = MEANINGS[reason] ?? {
      text: `it refuses (${reason})`,
      remedy: 'see what the mail server logs',
    }
    return [wrong('mail', `${whom} does not take it: ${text}`, remedy)]
  }
}
