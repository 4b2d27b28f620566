import type { RepositoryPart } from '#feature/repository-part.ts'
import { LinkHealth } from '#features/link-checks/components/link-health.tsx'

/** The parts that features add to the page of a repository. Only that page loads this module. */
export const repositoryParts: Record<string, RepositoryPart> = {
  linkChecks: LinkHealth,
}
