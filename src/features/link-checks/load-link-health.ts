import type { LoadRepositoryPart } from '#feature/repository-part.ts'
import { linkHealthQuery } from './link-checks.queries.ts'

/** Fetches the state of a repository's link. */
export const loadLinkHealth: LoadRepositoryPart = (queryClient, id) =>
  queryClient.query({ ...linkHealthQuery(id), staleTime: 'static' })
