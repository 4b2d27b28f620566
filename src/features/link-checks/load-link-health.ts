import type { LoadRepositoryPageSection } from '#feature/repository-page-section.ts'
import { linkHealthQuery } from './link-checks.queries.ts'

/** Fetches the state of a repository's link. */
export const loadLinkHealth: LoadRepositoryPageSection = (queryClient, id) =>
  queryClient.query({ ...linkHealthQuery(id), staleTime: 'static' })
