import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { findCodeInMail } from '#one-time-code/code-field.ts'
import { ExactTime } from '#ui/relative-time.tsx'
import { inboxQuery } from '../inbox.queries.ts'

interface InboxPageProps {
  /** Whether the mails are those of the visitor's sandbox of a demo. Otherwise they are those of local mode. */
  isOfSandbox: boolean
}

/** The inbox with the emails of local mode or of a sandbox, which are not really sent. Shows their codes and links first. */
export function InboxPage({ isOfSandbox }: InboxPageProps) {
  const { t } = useTranslation('inbox')
  const { data: mails } = useSuspenseQuery(inboxQuery)
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-[640px] px-6 py-10">
      <h1 className="text-heading font-semibold">{t(isOfSandbox ? 'sandboxTitle' : 'title')}</h1>
      <p className="mt-1 text-muted">{t(isOfSandbox ? 'sandboxLead' : 'lead')}</p>
      <p className="mt-2">
        <Link to={isOfSandbox ? '/' : '/login'} className="inline-flex min-h-11 items-center text-link">
          {t(isOfSandbox ? 'backToDemo' : 'backToLogin')}
        </Link>
      </p>
      {mails.length === 0 && (
        <p className="mt-8 rounded-card border border-hairline bg-surface p-6">
          {t(isOfSandbox ? 'sandboxEmpty' : 'empty')}
        </p>
      )}
      <ul className="mt-8 grid gap-4">
        {mails.map((mail) => (
          <li key={`${mail.id}${mail.sentAt}`} className="rounded-card border border-hairline bg-surface p-5">
            <h2 className="font-semibold">
              <bdi>{mail.subject}</bdi>
            </h2>
            <p className="text-small text-muted">
              <bdi>{t('to', { address: mail.to })}</bdi>
            </p>
            <p className="text-small text-muted">
              <ExactTime at={mail.sentAt} />
            </p>
            <Code text={mail.text} label={t('code')} />
            <MailLink text={mail.text} label={t('openLink')} />
            <iframe
              title={t('body', { subject: mail.subject })}
              srcDoc={mail.html}
              sandbox=""
              loading="lazy"
              className="mt-4 h-96 w-full rounded-control border border-hairline bg-surface"
            />
          </li>
        ))}
      </ul>
    </main>
  )
}

/** The link of a mail, because links do not work in the sandboxed frame that shows the mail. */
function MailLink({ text, label }: { text: string; label: string }) {
  const url = text.split('\n').find((line) => /^https?:\/\/\S+$/.test(line))
  if (url === undefined) return null
  return (
    <p className="mt-3">
      <a href={url} className="inline-flex min-h-11 items-center text-link">
        {label}
      </a>
    </p>
  )
}

function Code({ text, label }: { text: string; label: string }) {
  const code = findCodeInMail(text)
  if (!code) return null
  return (
    <p className="mt-3">
      {label}{' '}
      <output className="ms-1 rounded-control bg-sunken px-3 py-1 text-heading font-semibold tracking-widest select-all">
        {code}
      </output>
    </p>
  )
}
