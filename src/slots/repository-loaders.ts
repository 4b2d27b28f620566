import type { LoadRepositoryPageSection } from '#feature/repository-page-section.ts'
import { loadLinkHealth } from '#features/link-checks/load-link-health.ts'

/** The loaders of the parts that features add to the page of a repository. In a file of their own, because lists use them too. */
export const repositoryLoaders: Record<string, LoadRepositoryPageSection> = {
  linkChecks: loadLinkHealth,
}
