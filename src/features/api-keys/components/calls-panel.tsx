import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ExactTime } from '#ui/relative-time.tsx'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { apiCallsQuery } from '../api-keys.queries.ts'
import type { ApiKeyRow } from '../user-api-keys.server.ts'

/** The side panel with the last calls of a key. Closed without a key. */
export function CallsPanel({ row }: { row: ApiKeyRow | undefined }) {
  const { t } = useTranslation('api-keys')
  const dialog = useUrlDialog({ key: '' })
  const title = row ? t('callsOf', { name: row.name }) : ''
  return (
    <Dialog isOpen={row !== undefined} onClose={dialog.close} title={title} edge="end" worksWithoutJavaScript>
      {row && <Calls keyId={row.id} />}
    </Dialog>
  )
}

function Calls({ keyId }: { keyId: string }) {
  const { t } = useTranslation('api-keys')
  const { data: calls } = useQuery(apiCallsQuery(keyId))
  if (!calls) return null
  return (
    <>
      <p className="text-small text-muted">{t('callsHint')}</p>
      {calls.length === 0 && <p className="mt-4">{t('noCalls')}</p>}
      <ul className="mt-2 divide-y divide-hairline">
        {calls.map(({ id, at, method, path, status }) => (
          <li key={id} className="py-3">
            <p className="flex items-start gap-3">
              <span className="min-w-0 flex-1 font-mono text-small break-all">
                <bdi dir="ltr">{`${method} ${path}`}</bdi>
              </span>
              <Badge tone={status < 400 ? 'success' : status < 500 ? 'warning' : 'danger'}>{String(status)}</Badge>
            </p>
            <p className="text-small text-muted">
              <ExactTime at={at} />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
