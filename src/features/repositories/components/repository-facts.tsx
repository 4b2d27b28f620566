import { Link, useRouteContext } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { historyLink } from '#audit/history-link.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { DescriptionEntry } from '#ui/section.tsx'
import { LanguageAndTopics } from './topics.tsx'
import type { RepositoryDetail } from '../repositories.schema.ts'

/** The time of the last change is shown only if it is more than this number of milliseconds after the creation. */
const MIN_CHANGE_DELAY_MS = 60_000

interface RepositoryFactsProps {
  detail: RepositoryDetail
  area: 'app' | 'manager'
  /** The link to the history of the repository; undefined in the users' area. */
  history: ReturnType<typeof historyLink>
}

/** The details of a repository: language and topics, owner, the user who added it, and its dates. */
export function RepositoryFacts({ detail, area, history }: RepositoryFactsProps) {
  const { t } = useTranslation(['repositories', 'common'])
  const { viewer } = useRouteContext({ from: `/${area}` })
  const { organization, createdBy, createdAt, updatedAt } = detail
  return (
    <section aria-label={t('details')}>
      <dl>
        <LanguageAndTopics detail={detail} area={area} />
        {area === 'manager' && organization && (
          <DescriptionEntry name={t('common:owner.label')}>
            <Link to="/manager/repositories" search={{ organization: organization.id }} className="text-link">
              <bdi>{organization.name}</bdi>
            </Link>
          </DescriptionEntry>
        )}
        {area === 'app' && (viewer.organizations ?? organization) && (
          <DescriptionEntry name={t('common:owner.label')}>
            <bdi>{organization?.name ?? t('common:nav.all')}</bdi>
          </DescriptionEntry>
        )}
        {createdBy && (
          <DescriptionEntry name={t('createdBy')}>
            {area === 'manager' ? (
              <Link to="/manager/users/$id" params={{ id: createdBy.id }} className="text-link">
                <bdi>{createdBy.name}</bdi>
              </Link>
            ) : (
              <bdi>{createdBy.name}</bdi>
            )}
          </DescriptionEntry>
        )}
        <DescriptionEntry name={t('created')}>
          <RelativeTime at={createdAt} />
        </DescriptionEntry>
        {Date.parse(updatedAt) - Date.parse(createdAt) > MIN_CHANGE_DELAY_MS && (
          <DescriptionEntry name={t('updated')}>
            <RelativeTime at={updatedAt} />
          </DescriptionEntry>
        )}
        {history && (
          <DescriptionEntry name={t('common:nav.history')}>
            <Link {...history} className="text-link">
              {t('allChanges')}
            </Link>
          </DescriptionEntry>
        )}
      </dl>
    </section>
  )
}
