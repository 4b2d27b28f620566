import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useRouteContext } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { displayAddress } from '#lib/text-safety.ts'
import { ConfirmButton } from '#ui/confirm.tsx'
import { DetailHeader, Breadcrumb } from '#ui/page-header.tsx'
import { RelativeTime, ExactTime } from '#ui/relative-time.tsx'
import { Section, DescriptionEntry } from '#ui/section.tsx'
import { DeliveryList } from '../components/delivery-list.tsx'
import { SecretDialog } from '../components/secret-dialog.tsx'
import { WebhookActions } from '../components/webhook-actions.tsx'
import { WebhookStatusBadge, WebhookTrouble } from '../components/webhook-status.tsx'
import { eventKey, WEBHOOK_EVENTS } from '../webhook-choices.ts'
import { webhooksConfig } from '../webhooks.config.ts'
import { useWebhookMutations } from '../webhooks.mutations.ts'
import { webhookQuery } from '../webhooks.queries.ts'
import type { WebhookDetail } from '../webhooks.schema.ts'

/** The page of one webhook: its status, its events, and the log of its deliveries. */
export function WebhookPage() {
  const { t } = useTranslation('webhooks')
  const { id } = useParams({ from: '/manager/webhooks/$id' })
  const { viewer } = useRouteContext({ from: '/manager' })
  const canManage = viewer.permissions.includes('webhook:manage')
  const { data: webhook } = useSuspenseQuery(webhookQuery(id))
  const { host } = new URL(webhook.url)
  return (
    <>
      <Breadcrumb parents={[{ to: '/manager/webhooks', label: t('title') }]} current={host} />
      <DetailHeader
        title={host}
        lead={
          <p className="text-small break-all text-muted">
            <bdi>{displayAddress(webhook.url)}</bdi>
          </p>
        }
        badges={<WebhookStatusBadge status={webhook.status} />}
        action={canManage && <WebhookActions webhook={webhook} />}
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

/** Shows the events of a webhook, its dates, and a button that renews the secret, which cannot be read again. */
function WebhookFacts({ webhook, canManage }: { webhook: WebhookDetail; canManage: boolean }) {
  const { t } = useTranslation(['webhooks', 'history'])
  const { renewSecret } = useWebhookMutations()
  const [secret, setSecret] = useState<string>()
  const { id, url, events, includesPrivate, createdAt, previousSecretUntil } = webhook
  return (
    <Section title={t('facts')}>
      <dl className="grid gap-4">
        <DescriptionEntry name={t('events')}>
          {events.length === WEBHOOK_EVENTS.length ? (
            t('allEvents')
          ) : (
            <ul className="grid gap-0.5">
              {events.map((event) => (
                <li key={event}>{t(`history:events.${eventKey(event)}`)}</li>
              ))}
            </ul>
          )}
        </DescriptionEntry>
        <DescriptionEntry name={t('private.title')}>
          {includesPrivate ? t('private.included') : t('private.excluded')}
        </DescriptionEntry>
        <DescriptionEntry name={t('secret.title')}>
          <span className="block text-muted">{t('secret.hidden')}</span>
          {previousSecretUntil !== null && (
            <span className="block text-small text-muted">
              {t('secret.previousUntil')} <ExactTime at={previousSecretUntil} />
            </span>
          )}
          {canManage && (
            <ConfirmButton
              className="mt-2"
              summary={t('secret.renewSummary', { target: new URL(url).host })}
              description={t('secret.renewQuestion', { minutes: webhooksConfig.oldSecretHours * 60 })}
              action={t('secret.renew')}
              onConfirm={async () => setSecret(await renewSecret(id))}
            />
          )}
        </DescriptionEntry>
        <DescriptionEntry name={t('created')}>
          <RelativeTime at={createdAt} />
        </DescriptionEntry>
      </dl>
      <SecretDialog secret={secret} onDone={() => setSecret(undefined)} />
    </Section>
  )
}
