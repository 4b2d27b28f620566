import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { DataList } from '#ui/data-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { apiKeysQuery } from '../api-keys.queries.ts'
import { CallsPanel } from '../components/calls-panel.tsx'
import { useApiKeyColumns } from '../components/api-key-columns.tsx'
import { NewKeyDialog } from '../components/new-key-dialog.tsx'

/** The page with the administrator's own API keys. @param links the links that features add */
export function ApiKeysPage({ links }: { links: Record<string, ComponentType> }) {
  const { t } = useTranslation('api-keys')
  const query = useInfiniteQuery(apiKeysQuery)
  const { key } = useSearch({ from: '/manager/api-keys' })
  const [isNew, setIsNew] = useState(false)
  const newButton = (
    <Button variant="primary" onClick={() => setIsNew(true)}>
      <Plus aria-hidden="true" className="size-4" />
      {t('new')}
    </Button>
  )
  const rows = query.data?.pages[0]?.rows
  const total = rows?.length
  const used = rows?.filter(({ isExpired }) => !isExpired).length
  return (
    <div className="list-page">
      <PageHeader title={t('title')} action={newButton} />
      <div className="-mt-3 mb-6 max-w-[65ch]">
        <p className="text-muted">{t('lead')}</p>
        {Object.entries(links).map(([name, KeyLink]) => (
          <KeyLink key={name} />
        ))}
      </div>
      <DataList
        label={t('title')}
        query={query}
        columns={useApiKeyColumns()}
        keyOf={(row) => row.id}
        emptyHint={t('emptyHint')}
        emptyAction={newButton}
        emptyDocs="api-keys.md"
        total={total}
      />
      <CallsPanel id={key} rows={rows} />
      <NewKeyDialog isOpen={isNew} used={used} onClose={() => setIsNew(false)} />
    </div>
  )
}
