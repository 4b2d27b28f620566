import { useTranslation } from 'react-i18next'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import type { DeliveryRow, WebhookDetail, WebhookRow } from '../webhooks.schema.ts'

const STATUS_TONES: Record<WebhookRow['status'], BadgeTone> = {
  active: 'success',
  failing: 'danger',
  paused: 'warning',
}

/** The status of a webhook, as a badge. */
export function WebhookStatusBadge({ status }: Pick<WebhookRow, 'status'>) {
  const { t } = useTranslation('webhooks')
  return <Badge tone={STATUS_TONES[status]}>{t(`statuses.${status}`)}</Badge>
}

const DELIVERY_TONES = {
  pending: 'neutral',
  retrying: 'warning',
  delivered: 'success',
  failed: 'danger',
} as const

/** The status of a delivery, as a badge. */
export function DeliveryStatusBadge({ row }: { row: DeliveryRow }) {
  const { t } = useTranslation('webhooks')
  const status = row.status === 'pending' && row.attempts > 0 ? 'retrying' : row.status
  return <Badge tone={DELIVERY_TONES[status]}>{t(`deliveryStatuses.${status}`)}</Badge>
}

/** Explains why a webhook is paused, or since when deliveries have failed; renders nothing for an active webhook. */
export function WebhookTrouble({ webhook: { status, pauseReason, failingSince } }: { webhook: WebhookDetail }) {
  const { t } = useTranslation('webhooks')
  if (status === 'active') return null
  const isBad = pauseReason !== 'by-hand'
  return (
    <p
      className={`mb-6 rounded-card border p-4 ${isBad ? 'border-danger bg-danger-surface text-danger' : 'border-hairline bg-surface text-muted'}`}
    >
      {pauseReason ? t(`reasons.${pauseReason}`) : t('reasons.retrying')}{' '}
      {failingSince && (
        <>
          {t('failingSince')} <RelativeTime at={failingSince} isInSentence />
        </>
      )}
    </p>
  )
}
