import type { LoadRepositoryPart } from '#feature/repository-part.ts'
import { linkHealthQuery } from './link-checks.queries.ts'

/** Fetches how the link of a repository stands. */
export const loadLinkHealth: LoadRepositoryPart = (queryClient, id) =>
  queryClient.query({ ...linkHealthQuery(id), staleTime: 'static' })
