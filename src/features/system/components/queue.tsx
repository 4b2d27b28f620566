import { useTranslation } from 'react-i18next'
import { isolateDirection, numberIn } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm.tsx'
import { FormError } from '#ui/form-end.tsx'
import { DescriptionEntry } from '#ui/section.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useAction } from '#ui/use-error-text.ts'
import type { DeadMailJob, SystemState } from '../system.schema.ts'
import { useSystemActions } from '../system.mutations.ts'
import { Section } from '#ui/section.tsx'

/** The section with the job queue: the number of waiting jobs, the longest wait, and the emails that are no longer retried. */
export function Queue({ queue, deadJobs }: Pick<SystemState, 'queue' | 'deadJobs'>) {
  const { t, i18n } = useTranslation('system')
  const number = numberIn(i18n.language)
  return (
    <Section title={t('queue.title')}>
      <dl className="grid grid-cols-2 gap-5 sm:grid-cols-4">
        <DescriptionEntry name={t('queue.due')}>{number.format(queue.due)}</DescriptionEntry>
        <DescriptionEntry name={t('queue.oldest')}>
          {t('queue.seconds', { count: Math.round(queue.oldestDueSeconds) })}
        </DescriptionEntry>
        <DescriptionEntry name={t('queue.scheduled')}>{number.format(queue.scheduled)}</DescriptionEntry>
        <DescriptionEntry name={t('queue.dead')}>{number.format(queue.dead)}</DescriptionEntry>
      </dl>
      <h3 className="mt-6 mb-1 font-medium">{t('mails.title')}</h3>
      <p className="max-w-[65ch] text-small text-muted">{t('mails.text')}</p>
      {deadJobs.length === 0 ? (
        <p className="mt-3 text-muted">{t('mails.none')}</p>
      ) : (
        <ul className="mt-1 divide-y divide-hairline">
          {deadJobs.map((job) => (
            <DeadMail key={job.id} job={job} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function DeadMail({ job }: { job: DeadMailJob }) {
  const { t } = useTranslation('system')
  const { retryMail, dropMail } = useSystemActions()
  const { errorText, isBusy, run } = useAction()
  const name = isolateDirection(job.maskedEmail ?? job.task)
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-medium">
          <bdi className="break-all">{job.maskedEmail ?? job.task}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-3 text-small text-muted">
          <span>
            {job.reason === null
              ? t('mails.unknownReason')
              : t('mails.reason', { reason: isolateDirection(job.reason) })}
          </span>
          <RelativeTime at={job.failedAt} />
        </p>
        <FormError text={errorText} />
      </div>
      <Button isBusy={isBusy} aria-label={t('mails.retryNamed', { name })} onClick={() => run(() => retryMail(job.id))}>
        {t('mails.retry')}
      </Button>
      <ConfirmButton
        variant="danger"
        aria-label={t('mails.dropNamed', { name })}
        summary={t('mails.dropNamed', { name })}
        description={t('mails.dropQuestion', { name })}
        action={t('mails.drop')}
        isCancellation
        isDestructive
        onConfirm={() => dropMail(job.id)}
      />
    </li>
  )
}
