import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { plainAddress } from '#lib/spoofing.ts'
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

/** The page of one webhook: how it stands, what it is told, and the log of what it was sent. */
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
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_280px]">
        <Section title={t('deliveries')}>
          <DeliveryList webhookId={id} canRedeliver={canManage && webhook.status !== 'paused'} />
        </Section>
        <WebhookFacts webhook={webhook} canManage={canManage} />
      </div>
    </>
  )
}
