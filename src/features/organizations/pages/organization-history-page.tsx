import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#audit/audit-entry.ts'
import { AuditList } from '#audit/audit-list.tsx'
import { useAuditNameFormatter } from '#audit/audit-sentence.tsx'
import { isolateDirection } from '#lib/intl.ts'
import { OrganizationFrame } from '../components/organization-frame.tsx'
import { organizationHistoryQuery, organizationQuery } from '../organizations.queries.ts'

/** The page that shows owners the history of their organization. */
export function OrganizationHistoryPage() {
  const { t } = useTranslation(['organizations', 'common'])
  const { id } = useParams({ from: '/app/organizations/$id/history' })
  const { data: organization } = useSuspenseQuery(organizationQuery(id))
  const query = useSuspenseInfiniteQuery(organizationHistoryQuery(id))
  return (
    <OrganizationFrame organization={organization} lead={t('historyLead')}>
      <section aria-label={t('common:nav.organizationHistory')} className="section">
        <AuditList
          entries={query.data.pages.flatMap(({ rows }) => rows)}
          sentenceOf={useSentenceFormatter()}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      </section>
    </OrganizationFrame>
  )
}

/** Returns a function that describes an entry about the organization itself, and returns undefined for all other entries. */
function useSentenceFormatter() {
  const { t } = useTranslation('organizations')
  const nameOf = useAuditNameFormatter()
  const known = t('events', { returnObjects: true })
  return (entry: AuditEntry): string | undefined => {
    if (!Object.hasOwn(known, entry.action)) return undefined
    return t(`events.${entry.action as keyof typeof known}`, { subject: isolateDirection(nameOf(entry, 'subject')) })
  }
}
