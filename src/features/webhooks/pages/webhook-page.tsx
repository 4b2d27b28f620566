import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { plainAddress } from '#lib/text-safety.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { DetailHeader } from '#ui/detail-header.tsx'
import { Section } from '#ui/section.tsx'
import { DeliveryList } from '../components/delivery-list.tsx'
import { WebhookActions } from '../components/webhook-actions.tsx'
import { WebhookFacts } from '../components/webhook-facts.tsx'
import { WebhookStatusBadge, WebhookTrouble } from '../components/webhook-status.tsx'
import { webhookQuery } from '../webhooks.queries.ts'

interface WebhookPageProps {
  id: string
  canManage: boolean
  onDeleted: () => Promise<void>
}

/** The page of one webhook: its status, its events, and the log of its deliveries. */
export function WebhookPage({ id, canManage, onDeleted }: WebhookPageProps) {
  const { t } = useTranslation('webhooks')
  const { data: webhook } = useSuspenseQuery(webhookQuery(id))
  const { host } = new URL(webhook.url)
  return (
    <>
      <Breadcrumb parents={[{ to: '/manager/webhooks', label: t('title') }]} current={host} />
      <DetailHeader
        title={host}
        lead={
          <p className="text-small break-all text-muted">
            <bdi>{plainAddress(webhook.url)}</bdi>
          </p>
        }
        badges={<WebhookStatusBadge status={webhook.status} />}
        action={canManage && <WebhookActions webhook={webhook} onDeleted={onDeleted} />}
      />
      <WebhookTrouble webhook={webhook} />
      <div className="beside-facts">
        <Section title={t('deliveries')}>
          <DeliveryList webhookId={id} canRedeliver={canManage && webhook.status !== 'paused'} />
        </Section>
        <WebhookFacts webhook={webhook} canManage={canManage} />
      </div>
    </>
  )
}
