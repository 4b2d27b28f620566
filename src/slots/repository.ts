import type { RepositoryPageNotice, RepositoryPageSection } from '#feature/repository-page-section.ts'
import { LinkHealth } from '#features/link-checks/components/link-health.tsx'
import { OwnerNotice } from '#features/organizations/components/switch-notice.tsx'

/** The parts that features add to the page of a repository. Only that page loads this module. */
export const repositoryPageSections: Record<string, RepositoryPageSection> = {
  linkChecks: LinkHealth,
}

/** The notices that features show above a repository in the user area, if an organization owns it. */
export const ownerNotices: Record<string, RepositoryPageNotice> = {
  organization: OwnerNotice,
}
