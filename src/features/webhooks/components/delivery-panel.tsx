import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { numberIn } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-end.tsx'
import { ExactTime } from '#ui/relative-time.tsx'
import { DescriptionEntry } from '#ui/section.tsx'
import { useAction } from '#ui/use-error-text.ts'
import { useRowPanel } from '#ui/use-row-panel.ts'
import { curlOf } from '../curl.ts'
import { eventKey } from '../webhook-choices.ts'
import { useWebhookMutations } from '../webhooks.mutations.ts'
import { deliveryRequestQuery } from '../webhooks.queries.ts'
import type { DeliveryRow } from '../webhooks.schema.ts'
import { DeliveryStatusBadge } from './webhook-status.tsx'

/** Returns a function for the name of an event. */
export function useEventNameFormatter() {
  const { t } = useTranslation(['webhooks', 'history'])
  return (type: DeliveryRow['type']) =>
    type === 'webhook.test' ? t('testEvent') : t(`history:events.${eventKey(type)}`)
}

interface DeliveryPanelProps {
  /** The id of the delivery; empty while the panel is closed. */
  id: string
  rows: DeliveryRow[] | undefined
  canRedeliver: boolean
}

/** The side panel of a delivery: its response, its request, and a button that sends it again. */
export function DeliveryPanel({ id, rows, canRedeliver }: DeliveryPanelProps) {
  const { row, panel } = useRowPanel('delivery', id, rows, (one) => one.id)
  const eventName = useEventNameFormatter()
  return (
    <Dialog {...panel} title={row ? eventName(row.type) : ''}>
      {row && (
        <>
          <DeliveryDetails row={row} />
          {canRedeliver && row.status !== 'pending' && <Redeliver id={row.id} />}
          <DeliveryRequest id={row.id} />
        </>
      )}
    </Dialog>
  )
}

/** The request of a delivery. Its content and signature are read when the panel opens, so it is last in the panel. */
function DeliveryRequest({ id }: { id: string }) {
  const { t } = useTranslation('webhooks')
  const { data: request } = useQuery(deliveryRequestQuery(id))
  if (request === undefined) return null
  return (
    <section className="mt-6">
      <h3 className="flex items-center gap-2 text-small text-muted">
        {t('request')}
        {request && <CopyButton text={curlOf(request)} label={t('copyCurl')} />}
      </h3>
      {request ? (
        <pre dir="ltr" className={PRE}>
          {[`POST ${request.url}`, ...Object.entries(request.headers).map((header) => header.join(': '))].join('\n')}
          {`\n\n${JSON.stringify(JSON.parse(request.body), null, 2)}`}
        </pre>
      ) : (
        <p>{t('noRequest')}</p>
      )}
    </section>
  )
}

const PRE = 'rounded-control break-all bg-sunken p-3 text-tiny whitespace-pre-wrap'

function DeliveryDetails({ row }: { row: DeliveryRow }) {
  const { t, i18n } = useTranslation('webhooks')
  const number = numberIn(i18n.language)
  const messageId = `msg_${row.id}`
  return (
    <dl className="grid gap-4 break-words">
      <DescriptionEntry name={t('status')}>
        <DeliveryStatusBadge row={row} />
      </DescriptionEntry>
      <DescriptionEntry name={t('id')}>
        <bdi dir="ltr" className="break-all">
          {messageId}
        </bdi>
      </DescriptionEntry>
      <DescriptionEntry name={t('attempts')}>{number.format(row.attempts)}</DescriptionEntry>
      {row.durationMs !== null && (
        <DescriptionEntry name={t('answer')}>
          {row.responseStatus === null ? <Fault fault={row.fault} /> : t('answered', { status: row.responseStatus })}{' '}
          {t('after', { ms: row.durationMs })}
        </DescriptionEntry>
      )}
      {row.responseText && (
        <DescriptionEntry name={t('body')}>
          {/* Shows the other server's response as plain text, even if it looks like HTML. */}
          <pre dir="auto" className={PRE}>
            {row.responseText}
          </pre>
        </DescriptionEntry>
      )}
      {row.nextAttemptAt !== null && row.attempts > 0 && (
        <DescriptionEntry name={t('nextAttempt')}>
          <ExactTime at={row.nextAttemptAt} />
        </DescriptionEntry>
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
    <div className="mt-6">
      <Button isBusy={isBusy} onClick={() => run(() => redeliver(id))}>
        {t('redeliver')}
      </Button>
      <FormError text={errorText} className="mt-2" />
    </div>
  )
}
