import { useTranslation } from 'react-i18next'
import type { ApiKeyRow } from '#auth/user-api-keys.server.ts'
import { Badge } from '#ui/badge.tsx'
import { DayOf } from '#ui/exact-time.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useScopeText } from './api-key-columns.tsx'
import { RevokeKey } from './revoke-key.tsx'

/** The API keys of another administrator, which outlive their sessions: whoever ends those can end these. */
export function KeysOfPerson({ personId, apiKeys }: { personId: string; apiKeys: ApiKeyRow[] }) {
  return (
    <ul className="divide-y divide-hairline">
      {apiKeys.map((apiKey) => (
        <li key={apiKey.id} className="flex flex-wrap items-center gap-3 py-3">
          <KeyOfPerson apiKey={apiKey} />
          <RevokeKey apiKey={apiKey} personId={personId} />
        </li>
      ))}
    </ul>
  )
}

function KeyOfPerson({ apiKey: { name, start, scopes, lastUsedAt, expiresAt, hasEnded } }: { apiKey: ApiKeyRow }) {
  const { t, i18n } = useTranslation('keys')
  const scopeText = useScopeText()
  const inWords = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' })
  return (
    <div className="min-w-0 flex-1 basis-44">
      <p className="font-medium break-words">
        <bdi>{name}</bdi> <bdi className="font-mono text-small font-normal text-muted">{`${start}…`}</bdi>
      </p>
      <p className="text-small text-muted">{inWords.format(scopes.map(scopeText))}</p>
      <p className="flex flex-wrap gap-x-3 text-small text-muted">
        <span>
          {t('lastUsed')} {lastUsedAt === null ? t('never') : <RelativeTime isInSentence at={lastUsedAt} />}
        </span>
        {hasEnded ? (
          <Badge tone="warning">{t('ended')}</Badge>
        ) : (
          <span>
            {t('ends')} <DayOf at={expiresAt} />
          </span>
        )}
      </p>
    </div>
  )
}
