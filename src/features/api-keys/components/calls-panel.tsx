import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ExactTime, RelativeTime } from '#ui/relative-time.tsx'
import { DescriptionEntry } from '#ui/section.tsx'
import { useRowPanel } from '#ui/use-row-panel.ts'
import { apiCallsQuery } from '../api-keys.queries.ts'
import type { ApiKeyRow } from '../user-api-keys.server.ts'
import { useScopesFormatter } from './use-scopes-formatter.ts'

/** The side panel of a key: its scopes, its end and its last calls. Closed if no row has the id. */
export function CallsPanel({ id, rows }: { id: string; rows: ApiKeyRow[] | undefined }) {
  const { t } = useTranslation('api-keys')
  const scopesText = useScopesFormatter()
  const { row, panel } = useRowPanel('key', id, rows, (one) => one.id)
  return (
    <Dialog {...panel} title={row?.name ?? ''}>
      {row && (
        <>
          <dl className="grid gap-4">
            <DescriptionEntry name={t('scopes')}>
              <ul>
                {row.scopes.map((scope) => (
                  <li key={scope}>{scopesText([scope])}</li>
                ))}
              </ul>
            </DescriptionEntry>
            <DescriptionEntry name={t('ends')}>
              <ExactTime isDay at={row.expiresAt} />
            </DescriptionEntry>
          </dl>
          <Calls keyId={row.id} />
        </>
      )}
    </Dialog>
  )
}

function Calls({ keyId }: { keyId: string }) {
  const { t } = useTranslation('api-keys')
  const { data: calls } = useQuery(apiCallsQuery(keyId))
  if (!calls) return null
  return (
    <section className="mt-6" aria-labelledby="calls">
      <h3 id="calls" className="font-semibold">
        {t('calls')}
      </h3>
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
              <RelativeTime at={at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
