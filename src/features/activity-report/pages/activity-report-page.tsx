import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { isolateDirection } from '#lib/intl.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { useAction } from '#ui/use-error-text.ts'
import { useRefusedForm } from '#ui/use-refused-form.ts'
import { reportActivity } from '../activity-report.functions.ts'
import { noticeLinkQuery } from '../activity-report.queries.ts'
import type { NoticeLink } from '../activity-report.schema.ts'

/** The page that a notice links to. Opening it reports nothing, because email scanners open links; a button does. */
export function ActivityReportPage() {
  const { t } = useTranslation('activity-report')
  const { token } = useSearch({ from: '/not-me' })
  const { data: link } = useSuspenseQuery(noticeLinkQuery(token))
  return (
    <>
      <h1 className="text-heading font-semibold">
        <Heading link={link} />
      </h1>
      <p className="mt-1 text-muted">
        {link === null ? t('gone.text', { days: appConfig.notices.linkDays }) : <Effect link={link} />}
      </p>
      {link?.isUsed === false && <Confirmation token={token} link={link} />}
      {(link === null || (link.isUsed && !link.isDeleted)) && (
        <Link to="/login" className={`${buttonClasses('primary')} mt-6 w-full`}>
          {t('toLogin')}
        </Link>
      )}
    </>
  )
}

function Heading({ link }: { link: NoticeLink | null }) {
  const { t } = useTranslation('activity-report')
  if (link === null) return t('gone.heading')
  if (link.isUsed) return link.isDeleted ? t('done.headingDeleted') : t('done.heading')
  return link.isDeleted || link.mayBeByAdministrator ? t('question.headingUnexpected') : t('question.heading')
}

function Effect({ link: { email, givesAddressBack, isDeleted, isUsed, isAddressBack } }: { link: NoticeLink }) {
  const { t } = useTranslation('activity-report')
  if (isDeleted) return isUsed ? t('done.textDeleted') : t('question.textDeleted')
  const values = { email: isolateDirection(email), days: appConfig.notices.linkDays }
  if (!givesAddressBack) return isUsed ? t('done.text') : t('question.text', values)
  if (!isUsed) return t('question.textWithAddress', values)
  return isAddressBack ? t('done.textWithAddress', values) : t('done.textAddressTaken', values)
}

function Confirmation({ token, link }: { token: string; link: NoticeLink }) {
  const { t } = useTranslation('activity-report')
  const queryClient = useQueryClient()
  const { errorText, isBusy, run } = useAction({ initial: useRefusedForm('report-activity') && t('failed') })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    run(() => reportActivity({ data: { token } }).finally(() => queryClient.invalidateQueries(noticeLinkQuery(token))))
  }

  const busyText = link.isDeleted ? t('reporting') : t('confirming')
  return (
    <form method="post" onSubmit={onSubmit} className="mt-6">
      <HiddenFields values={{ intent: 'report-activity', token }} />
      <p role="alert" className="min-h-5 text-small text-danger">
        {errorText}
      </p>
      <Button type="submit" variant="danger" isBusy={isBusy} className="mt-3 w-full">
        {isBusy ? busyText : link.isDeleted || link.mayBeByAdministrator ? t('confirmUnexpected') : t('confirm')}
      </Button>
    </form>
  )
}
