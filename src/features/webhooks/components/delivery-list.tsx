import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { numberIn } from '#lib/intl.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DataList } from '#ui/data-list.tsx'
import { FormError } from '#ui/form-end.tsx'
import { Entry } from '#ui/section.tsx'
import { timeColumn, type Column } from '#ui/list-head.tsx'
import { ExactTime } from '#ui/relative-time.tsx'
import { useAction } from '#ui/use-error-text.ts'
import { eventKey } from '../webhook-choices.ts'
import { useWebhookMutations } from '../webhooks.mutations.ts'
import { deliveriesQuery } from '../webhooks.queries.ts'
import type { DeliveryRow } from '../webhooks.schema.ts'

const STATUS_TONES: Record<DeliveryRow['status'], BadgeTone> = {
  pending: 'neutral',
  delivered: 'success',
  failed: 'danger',
}

/** The delivery log of a webhook: each message, the response, and a button that sends the message again. */
export function DeliveryList({ webhookId, canRedeliver }: { webhookId: string; canRedeliver: boolean }) {
  const { t } = useTranslation('webhooks')
  const query = useInfiniteQuery(deliveriesQuery(webhookId))
  return (
    <DataList
      label={t('deliveries')}
      query={query}
      columns={useColumns(canRedeliver)}
      keyOf={({ id }) => id}
      emptyHint={t('noDeliveries')}
    />
  )
}

function useColumns(canRedeliver: boolean): Column<DeliveryRow>[] {
  const { t } = useTranslation('webhooks')
  return [
    { name: 'type', header: t('event'), cell: (row) => <Delivery row={row} canRedeliver={canRedeliver} /> },
    {
      name: 'status',
      header: t('status'),
      width: 'max(150px, 20cqi)',
      cell: (row) => (
        <Badge tone={row.status === 'pending' && row.attempts > 0 ? 'warning' : STATUS_TONES[row.status]}>
          {t(`deliveryStatuses.${row.status === 'pending' && row.attempts > 0 ? 'retrying' : row.status}`)}
        </Badge>
      ),
    },
    timeColumn({ name: 'at', header: t('at'), at: ({ createdAt }) => createdAt }),
  ]
}

function Delivery({ row, canRedeliver }: { row: DeliveryRow; canRedeliver: boolean }) {
  const { t } = useTranslation(['webhooks', 'history', 'common'])
  const event = row.type === 'webhook.test' ? t('testEvent') : t(`history:events.${eventKey(row.type)}`)
  return (
    <>
      <p className="row-sentence text-text">{event}</p>
      <details className="group text-small">
        <summary
          aria-label={t('common:labelled', { label: t('details'), value: event })}
          className="inline-flex min-h-11 min-w-11 cursor-pointer items-center text-accent sm:min-h-6"
        >
          {t('details')}
        </summary>
        <DeliveryDetails row={row} />
        {canRedeliver && row.status !== 'pending' && <Redeliver id={row.id} />}
      </details>
    </>
  )
}

function DeliveryDetails({ row }: { row: DeliveryRow }) {
  const { t, i18n } = useTranslation('webhooks')
  const number = numberIn(i18n.language)
  const messageId = `msg_${row.id}`
  return (
    <dl className="grid gap-3 pb-3 break-words">
      <Entry name={t('id')}>
        <bdi dir="ltr" className="break-all">
          {messageId}
        </bdi>
      </Entry>
      <Entry name={t('attempts')}>{number.format(row.attempts)}</Entry>
      {row.durationMs !== null && (
        <Entry name={t('answer')}>
          {row.responseStatus === null ? <Fault fault={row.fault} /> : t('answered', { status: row.responseStatus })}{' '}
          {t('after', { ms: row.durationMs })}
        </Entry>
      )}
      {row.responseText && (
        <Entry name={t('body')}>
          {/* Shows the other server's response as plain text, even if it looks like HTML. */}
          <pre dir="auto" className="rounded-control break-all bg-sunken p-3 text-tiny whitespace-pre-wrap">
            {row.responseText}
          </pre>
        </Entry>
      )}
      {row.nextAttemptAt !== null && row.attempts > 0 && (
        <Entry name={t('nextAttempt')}>
          <ExactTime at={row.nextAttemptAt} />
        </Entry>
      )}
    </dl>
  )
}

function Fault({ fault }: { fault: string | null }) {
  const { t } = useTranslation('webhooks')
  const faults: Partial<Record<string, string>> = t('faults', { returnObjects: true })
  return <>{faults[fault ?? ''] ?? t('faults.not-connected')}</>
}

function Redeliver({ id }: { id: string }) {
  const { t } = useTranslation('webhooks')
  const { redeliver } = useWebhookMutations()
  const { errorText, isBusy, run } = useAction()
  return (
    <div className="pb-3">
      <Button isBusy={isBusy} onClick={() => run(() => redeliver(id))}>
        {t('redeliver')}
      </Button>
      <FormError text={errorText} className="mt-2" />
    </div>
  )
}
