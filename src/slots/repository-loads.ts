import type { LoadRepositoryPart } from '#feature/repository-part.ts'
import { loadLinkHealth } from '#features/link-checks/load-link-health.ts'

/** The data of the parts that features add to the page of a repository. A separate module, because lists share the loader. */
export const repositoryLoads: Record<string, LoadRepositoryPart> = {
  linkChecks: loadLinkHealth,
}
