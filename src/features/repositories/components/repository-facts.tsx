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
  const { organization, createdBy, createdAt, updatedAt } = detail
  return (
    <section aria-label={t('details')}>
      <dl>
        <LanguageAndTopics detail={detail} area={area} />
        <OwnerEntry owner={organization} area={area} />
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

/** The organization that owns a repository, with a link for its members and for administrators. */
function OwnerEntry({ owner, area }: { owner: RepositoryDetail['organization'] } & Pick<RepositoryFactsProps, 'area'>) {
  const { t } = useTranslation()
  const { organizations } = useRouteContext({ from: `/${area}` }).viewer
  if (!owner && (area === 'manager' || !organizations)) return null
  const name = <bdi>{owner?.name ?? t('nav.all')}</bdi>
  const id = owner?.id ?? ''
  const linked =
    area === 'manager' ? (
      <Link to="/manager/repositories" search={{ organization: id }} className="text-link">
        {name}
      </Link>
    ) : (
      <Link to="/app/organizations/$id" params={{ id }} className="text-link">
        {name}
      </Link>
    )
  return (
    <DescriptionEntry name={t('owner.label')}>
      {area === 'manager' || organizations?.some((own) => own.id === id) ? linked : name}
    </DescriptionEntry>
  )
}
