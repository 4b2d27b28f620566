import { Link } from '@tanstack/react-router'
import { ExternalLink as OpenIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClasses } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Entry } from '#ui/entry.tsx'
import { ExternalLink } from '#ui/external-link.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Section } from '#ui/section.tsx'
import { LanguageAndTopics } from './topics.tsx' // of repositories alone
import type { ReactNode } from 'react' // of repositories alone
import type { RepositoryDetail } from '../repositories.schema.ts'

interface RepositoryFactsProps {
  detail: RepositoryDetail
  /** Whoever added it has a page that the reader may see. */
  linksPeople: boolean
  area: 'app' | 'manager' // of owned rows
  /** Stands below its link. */ // of repositories alone
  parts: ReactNode // of repositories alone
  onOpenLink: () => void // of repositories alone
}

/** The facts about a repository: where it is, who added it, since when. */
export function RepositoryFacts({
  detail,
  linksPeople,
  area, // of owned rows
  parts, // of repositories alone
  onOpenLink, // of repositories alone
}: RepositoryFactsProps) {
  const { t } = useTranslation(['repositories', 'common'])
  const { link, createdBy, createdAt, updatedAt } = detail
  return (
    <Section title={t('details')}>
      <dl className="grid gap-4">
        <Entry name={t('link')}>
          <span className="flex items-center gap-1">
            <span className="min-w-0">
              <ExternalLink href={link} />
            </span>
            <CopyButton text={link} label={t('copyLink')} />
          </span>
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className={`${buttonClasses()} mt-3`}
            onClick={onOpenLink} // of repositories alone
          >
            {t('open')}
            <OpenIcon aria-label={t('common:opensInNewTab')} className="size-4 shrink-0 rtl:-scale-x-100" />
          </a>
          {/* of repositories alone, from here */}
          {parts}
          {/* of repositories alone, to here */}
        </Entry>
        {/* of repositories alone, from here */}
        <LanguageAndTopics detail={detail} area={area} />
        {/* of repositories alone, to here */}
        {/* of owned rows, from here */}
        {area === 'manager' && detail.organization && (
          <Entry name={t('common:owner.label')}>
            <Link to="/manager/repositories" search={{ organization: detail.organization.id }} className="text-link">
              <bdi>{detail.organization.name}</bdi>
            </Link>
          </Entry>
        )}
        {/* of owned rows, to here */}
        {createdBy && (
          <Entry name={t('createdBy')}>
            {linksPeople ? (
              <Link to="/manager/users/$id" params={{ id: createdBy.id }} className="text-link">
                <bdi>{createdBy.name}</bdi>
              </Link>
            ) : (
              <bdi>{createdBy.name}</bdi>
            )}
          </Entry>
        )}
        <Entry name={t('created')}>
          <RelativeTime at={createdAt} />
        </Entry>
        {updatedAt !== createdAt && (
          <Entry name={t('updated')}>
            <RelativeTime at={updatedAt} />
          </Entry>
        )}
      </dl>
    </Section>
  )
}
