import { useTranslation } from 'react-i18next'
import type { ApiScope } from '#api/api-scopes.ts'
import type { ApiKeyRow } from '../user-api-keys.server.ts'
import { Badge } from '#ui/badge.tsx'
import { TruncatedText } from '#ui/truncated-text.tsx'
import { timeColumn, type Column } from '#ui/list-head.tsx'
import { SidePanelLink } from '#ui/side-panel-link.tsx'
import { ExactTime } from '#ui/relative-time.tsx'
import { levelOf, SUBJECTS } from '../access-levels.ts'
import { KeyMenu } from './key-menu.tsx'

/** Returns a function that says in a few words how far scopes reach, by subject: 'Users: read and write'. */
function useAccessFormatter(): (scopes: readonly ApiScope[]) => string {
  const { t, i18n } = useTranslation(['api-keys', 'common'])
  const list = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' })
  return (scopes) =>
    list.format(
      SUBJECTS.flatMap((subject) => {
        const level = levelOf(subject, scopes)
        const value = t(`levels.${level}`).toLocaleLowerCase(i18n.language)
        return level === 'none' ? [] : t('common:labelled', { label: t(`common:nav.${subject}`), value })
      }),
    )
}

/** Returns the columns of the list of keys. */
export function useApiKeyColumns(): Column<ApiKeyRow>[] {
  const { t } = useTranslation('api-keys')
  const accessText = useAccessFormatter()
  return [
    {
      name: 'name',
      header: t('name'),
      cell: ({ id, name, start }) => (
        <div className="leading-[1.35] @max-[640px]/data-list:pe-8">
          <SidePanelLink opened={{ key: id }} className="row-link">
            <TruncatedText>{name}</TruncatedText>
          </SidePanelLink>
          <bdi className="font-mono text-small text-muted">{`${start}…`}</bdi>
        </div>
      ),
    },
    {
      name: 'scopes',
      header: t('scopes'),
      width: '28%',
      cell: ({ scopes }) => <TruncatedText>{accessText(scopes)}</TruncatedText>,
    },
    timeColumn({
      name: 'lastUsed',
      header: t('lastUsed'),
      shownFrom: 720,
      at: ({ lastUsedAt }) => lastUsedAt,
      never: t('never'),
    }),
    timeColumn({ name: 'created', header: t('created'), shownFrom: 880, at: ({ createdAt }) => createdAt }),
    {
      name: 'ends',
      header: t('ends'),
      width: 'max(125px, 13cqi)',
      cell: ({ expiresAt, isExpired }) =>
        isExpired ? (
          <Badge tone="warning">{t('ended')}</Badge>
        ) : (
          <>
            <span className="below-640">{t('ends')} </span>
            <ExactTime isDay at={expiresAt} />
          </>
        ),
    },
    {
      name: 'actions',
      header: <span className="sr-only">{t('actions')}</span>,
      width: '64px',
      cell: (row) => <KeyMenu apiKey={row} />,
    },
  ]
}
