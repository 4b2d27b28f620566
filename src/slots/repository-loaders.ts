import type { LoadRepositoryPageSection } from '#feature/repository-page-section.ts'
import { loadLinkHealth } from '#features/link-checks/load-link-health.ts'

/** Loaders for the parts that features add to the page of a repository. Unlike `repository.ts`, list pages load this too. */
export const repositoryLoaders: Record<string, LoadRepositoryPageSection> = {
  linkChecks: loadLinkHealth,
}
