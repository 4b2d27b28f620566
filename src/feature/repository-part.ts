import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** The properties of a part of a repository's page. */
export interface RepositoryPartProps {
  /** The id of the repository. */
  id: string
  /** The reader may change the repository. */
  canChange: boolean
}

/** Something that a feature adds to the page of a repository, below its link. */
export type RepositoryPart = ComponentType<RepositoryPartProps>

/** Fills the query cache for such a part before the page is shown, which stands without it. */
export type LoadRepositoryPart = (queryClient: QueryClient, id: string) => Promise<unknown>
