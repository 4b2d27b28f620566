import { appConfig } from '#app.config'
import type { Environment } from '#env/environment.server.ts'
import { isEmailAddress } from '#env/formats.server.ts'
import { isLanguage } from '#i18n/languages.ts'
import { errorReasonForLog } from '#mail/mail.ts'
import { composeTestMail } from '#mail/test-mail.server.ts'
import { mailTransport } from '#mail/transport.server.ts'
import { fine, wrong, type Finding } from './finding.ts'

/** Explanations and remedies of failures, by reason code. */
const MEANING_OF_ERROR: Record<string, { text: string; remedy: string }> = {
  ESOCKET: { text: 'no server responds there', remedy: 'fix host and port in SMTP_URL, or start the mail server' },
  ECONNECTION: { text: 'no server responds there', remedy: 'fix host and port in SMTP_URL, or start the mail server' },
  ETIMEDOUT: {
    text: "the server doesn't respond in time",
    remedy: 'check the port, and check for a firewall in between',
  },
  EDNS: { text: "the host wasn't found", remedy: 'fix the host in SMTP_URL' },
  EAUTH: {
    text: 'the server rejects the user or the password',
    remedy: 'fix them in SMTP_URL; write / ? % as %2F %3F %25',
  },
  ETLS: {
    text: "the server doesn't support STARTTLS",
    remedy: 'use smtps://, or ?requireTLS=false on a trusted network',
  },
  restricted_api_key: { text: 'the API key has too few permissions', remedy: 'create a key that can send email' },
  validation_error: { text: 'Resend rejects the sender', remedy: 'verify the domain of EMAIL_FROM at Resend' },
}

interface TestMail {
  /** Recipient; undefined if no test email is sent. */
  to: string | undefined
  language: string
}

/** Connects to the mail server or Resend as for a real email, and sends a test email if `to` is set. */
export async function examineMail(
  { isLocal, demoMode, smtpUrl, resendSecret, emailFrom }: Environment,
  { to, language }: TestMail,
): Promise<Finding[]> {
  if (to !== undefined && !isEmailAddress(to))
    return [wrong('mail', '--mail must be an email address', 'npm run doctor -- --mail you@example.com')]
  if (!isLanguage(language))
    return [
      wrong('mail', "--language must be one of the app's languages", `use one of ${appConfig.languages.join(', ')}`),
    ]
  if (demoMode) return [fine('mail', 'a demo sends no emails, so there is nothing to check')]
  const isInbox = isLocal && smtpUrl === undefined && resendSecret === undefined
  const receiver = isInbox ? 'the local inbox' : smtpUrl === undefined ? 'Resend' : new URL(smtpUrl).host
  try {
    await mailTransport().probe()
    if (to === undefined) return [fine('mail', `${receiver} is ready for email from ${emailFrom}`)]
    await mailTransport().send(await composeTestMail({ email: to, language }))
    return [fine('mail', `${receiver} accepted a test email to ${to}`)]
  } catch (error) {
    const reason = errorReasonForLog(error)
    const { text, remedy } = MEANING_OF_ERROR[reason] ?? {
      text: `the server rejects it (${reason})`,
      remedy: 'check the log of the mail server',
    }
    return [wrong('mail', `${receiver} can't send email: ${text}`, remedy)]
  }
}
