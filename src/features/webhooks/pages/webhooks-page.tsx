import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { TruncatedAddress } from '#ui/truncated-text.tsx'
import { DataList } from '#ui/data-list.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { timeColumn, type Column } from '#ui/list-head.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RoomLimit } from '#ui/room.tsx'
import { RowLink } from '#ui/row-link.tsx'
import { SecretDialog } from '../components/secret-dialog.tsx'
import { WebhookForm } from '../components/webhook-form.tsx'
import { WebhookStatusBadge } from '../components/webhook-status.tsx'
import { WEBHOOK_EVENTS } from '../webhook-choices.ts'
import { useWebhookMutations } from '../webhooks.mutations.ts'
import { webhookListQuery } from '../webhooks.queries.ts'
import type { WebhookRow } from '../webhooks.schema.ts'
import { webhooksConfig } from '../webhooks.config.ts'

/** The list of all webhooks. */
export function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const { viewer } = useRouteContext({ from: '/manager' })
  const query = useInfiniteQuery(webhookListQuery)
  const { create } = useWebhookMutations()
  const [isAdding, setIsAdding] = useState(false)
  const [made, setMade] = useState<{ id: string; secret: string }>()
  const newButton = viewer.permissions.includes('webhook:manage') && (
    <Button variant="primary" onClick={() => setIsAdding(true)}>
      <Plus aria-hidden="true" className="size-4" />
      {t('new')}
    </Button>
  )

  return (
    <div className="list-page">
      <PageHeader title={t('title')} action={newButton} />
      <p className="-mt-3 mb-6 max-w-[65ch] text-muted">{t('lead')}</p>
      <DataList
        label={t('title')}
        query={query}
        columns={useColumns()}
        keyOf={({ id }) => id}
        emptyHint={t('emptyHint')}
        emptyAction={newButton}
        emptyDocs="webhooks.md"
      />
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title={t('new')}>
        <RoomLimit
          used={query.data?.pages[0]?.rows.length}
          most={webhooksConfig.max}
          onClose={() => setIsAdding(false)}
        >
          <WebhookForm
            submitLabel={t('create')}
            onCancel={() => setIsAdding(false)}
            onSave={async (fields) => {
              setMade(await create(fields))
              setIsAdding(false)
            }}
          />
        </RoomLimit>
      </Dialog>
      <SecretDialog
        secret={made?.secret}
        onDone={() => made && void navigate({ to: '/manager/webhooks/$id', params: { id: made.id } })}
      />
    </div>
  )
}

function useColumns(): Column<WebhookRow>[] {
  const { t } = useTranslation('webhooks')
  return [
    {
      name: 'url',
      header: t('url'),
      cell: ({ id, url, events }) => (
        <>
          <RowLink to="/manager/webhooks/$id" id={id}>
            <TruncatedAddress>{url}</TruncatedAddress>
          </RowLink>
          <p className="text-small text-muted">
            {events.length === WEBHOOK_EVENTS.length ? t('allEvents') : t('eventCount', { number: events.length })}
          </p>
        </>
      ),
    },
    {
      name: 'status',
      header: t('status'),
      width: 'max(140px, 15cqi)',
      cell: ({ status }) => <WebhookStatusBadge status={status} />,
    },
    timeColumn({ name: 'created', header: t('created'), shownFrom: 640, at: ({ createdAt }) => createdAt }),
  ]
}
