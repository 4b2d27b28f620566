import { Link } from '@tanstack/react-router'
import { ExternalLink as OpenIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClasses } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ExternalLink } from '#ui/external-link.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Section, DescriptionEntry } from '#ui/section.tsx'
import { LanguageAndTopics } from './topics.tsx'
import type { ReactNode } from 'react'
import type { RepositoryDetail } from '../repositories.schema.ts'

/** The least time between adding and changing a repository with which its facts show both. */
const MINUTE_MS = 60_000

interface RepositoryFactsProps {
  detail: RepositoryDetail
  /** Whether the viewer is allowed to open the page of the user who added the repository. */
  linksUsers: boolean
  area: 'app' | 'manager'
  /** Content of other features, shown below the repository's link. */
  parts: ReactNode
  onOpenLink: () => void
}

/** The details of a repository: its link, language and topics, owner, the user who added it, and its dates. */
export function RepositoryFacts({ detail, linksUsers, area, parts, onOpenLink }: RepositoryFactsProps) {
  const { t } = useTranslation(['repositories', 'common'])
  const { link, createdBy, createdAt, updatedAt } = detail
  return (
    <Section title={t('details')}>
      <dl className="grid gap-4">
        <DescriptionEntry name={t('link')}>
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
            onClick={onOpenLink}
          >
            {t('open')}
            <OpenIcon aria-label={t('common:opensInNewTab')} className="size-4 shrink-0 rtl:-scale-x-100" />
          </a>
          {parts}
        </DescriptionEntry>
        <LanguageAndTopics detail={detail} area={area} />
        {area === 'manager' && detail.organization && (
          <DescriptionEntry name={t('common:owner.label')}>
            <Link to="/manager/repositories" search={{ organization: detail.organization.id }} className="text-link">
              <bdi>{detail.organization.name}</bdi>
            </Link>
          </DescriptionEntry>
        )}
        {createdBy && (
          <DescriptionEntry name={t('createdBy')}>
            {linksUsers ? (
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
        {Date.parse(updatedAt) - Date.parse(createdAt) > MINUTE_MS && (
          <DescriptionEntry name={t('updated')}>
            <RelativeTime at={updatedAt} />
          </DescriptionEntry>
        )}
      </dl>
    </Section>
  )
}
