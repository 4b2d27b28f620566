import type { RepositoryPageSection } from '#feature/repository-page-section.ts'
import { LinkHealth } from '#features/link-checks/components/link-health.tsx'

/** The parts that features add to the page of a repository. Only that page loads this module. */
export const repositoryPageSections: Record<string, RepositoryPageSection> = {
  linkChecks: LinkHealth,
}
