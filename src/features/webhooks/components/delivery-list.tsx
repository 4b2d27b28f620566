import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DataList } from '#ui/data-list.tsx'
import { timeColumn, type Column } from '#ui/list-head.tsx'
import { SidePanelLink } from '#ui/side-panel-link.tsx'
import { deliveriesQuery } from '../webhooks.queries.ts'
import type { DeliveryRow } from '../webhooks.schema.ts'
import { DeliveryPanel, useEventNameFormatter } from './delivery-panel.tsx'
import { DeliveryStatusBadge } from './webhook-status.tsx'

/** The delivery log of a webhook, and the panel of the delivery that the URL names. */
export function DeliveryList({ webhookId, canRedeliver }: { webhookId: string; canRedeliver: boolean }) {
  const { t } = useTranslation('webhooks')
  const query = useInfiniteQuery(deliveriesQuery(webhookId))
  const { delivery } = useSearch({ from: '/manager/webhooks/$id' })
  return (
    <>
      <DataList
        label={t('deliveries')}
        query={query}
        columns={useColumns()}
        keyOf={({ id }) => id}
        emptyHint={t('noDeliveries')}
      />
      <DeliveryPanel id={delivery} rows={query.data?.pages.flatMap(({ rows }) => rows)} canRedeliver={canRedeliver} />
    </>
  )
}

function useColumns(): Column<DeliveryRow>[] {
  const { t } = useTranslation('webhooks')
  return [
    { name: 'type', header: t('event'), cell: (row) => <DeliveryLink row={row} /> },
    {
      name: 'status',
      header: t('status'),
      width: 'max(150px, 20cqi)',
      cell: (row) => <DeliveryStatusBadge row={row} />,
    },
    timeColumn({ name: 'at', header: t('at'), at: ({ createdAt }) => createdAt }),
  ]
}

/** The event of a delivery, as the link that opens its panel. */
function DeliveryLink({ row: { id, type } }: { row: DeliveryRow }) {
  return (
    <SidePanelLink opened={{ delivery: id }} className="row-link">
      {useEventNameFormatter()(type)}
    </SidePanelLink>
  )
}
