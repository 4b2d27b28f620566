import { useTranslation } from 'react-i18next'
import type { UserSection } from '#feature/user-section.ts'
import { Badge } from '#ui/badge.tsx'
import { RelativeTime, ExactTime } from '#ui/relative-time.tsx'
import { Section } from '#ui/section.tsx'
import type { ApiKeyRow, readKeysOfUser } from '../user-api-keys.server.ts'
import { useScopesFormatter } from './use-scopes-formatter.ts'
import { KeyMenu } from './key-menu.tsx'

type KeysOfUserData = Awaited<ReturnType<typeof readKeysOfUser>>

/** The API keys of another administrator. They can be revoked here, because ending sessions doesn't revoke keys. */
export const keysOfUser: UserSection = {
  Section: ({ id, read }) =>
    (read as KeysOfUserData) && <Keys userId={id} apiKeys={(read as KeysOfUserData)?.value ?? []} />,
  EndingNote: ({ read }) => (read as KeysOfUserData) && <KeysRemainNote />,
}

// Rendered only for users with keys, because the translations are loaded only for them.
function Keys({ userId, apiKeys }: { userId: string; apiKeys: ApiKeyRow[] }) {
  const { t } = useTranslation('api-keys')
  return (
    <Section title={t('title')}>
      <ul className="divide-y divide-hairline">
        {apiKeys.map((apiKey) => (
          <li key={apiKey.id} className="flex flex-wrap items-center gap-3 py-3">
            <UserKey apiKey={apiKey} />
            <KeyMenu apiKey={apiKey} userId={userId} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function KeysRemainNote() {
  const { t } = useTranslation('api-keys')
  return <> {t('keysStay')}</>
}

function UserKey({ apiKey: { name, start, scopes, lastUsedAt, expiresAt, isExpired } }: { apiKey: ApiKeyRow }) {
  const { t } = useTranslation(['api-keys', 'common'])
  const scopesText = useScopesFormatter()
  return (
    <div className="min-w-0 flex-1 basis-44">
      <p className="font-medium break-words">
        <bdi>{name}</bdi> <bdi className="font-mono text-small font-normal text-muted">{`${start}…`}</bdi>
      </p>
      <p className="text-small text-muted">{scopesText(scopes)}</p>
      <p className="flex flex-wrap gap-x-3 text-small text-muted">
        <span>
          {lastUsedAt === null ? (
            t('common:labelled', { label: t('lastUsed'), value: t('never') })
          ) : (
            <>
              {t('lastUsedAt')} <RelativeTime isInSentence at={lastUsedAt} />
            </>
          )}
        </span>
        {isExpired ? (
          <Badge tone="warning">{t('ended')}</Badge>
        ) : (
          <span>
            {t('ends')} <ExactTime isDay at={expiresAt} />
          </span>
        )}
      </p>
    </div>
  )
}
