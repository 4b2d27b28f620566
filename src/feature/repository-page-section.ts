import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** The properties of a part of a repository's page. */
export interface RepositoryPageSectionProps {
  /** The id of the repository. */
  id: string
  /** Whether the user is allowed to change the repository. */
  canChange: boolean
}

/** A component that a feature adds to the page of a repository, below the repository's link. */
export type RepositoryPageSection = ComponentType<RepositoryPageSectionProps>

/** A notice about the owner of a repository, with a button that makes the owner the active one. */
export type RepositoryPageNotice = ComponentType<{ ownerId: string; text: string; label: string }>

/** Loads the data of a `RepositoryPageSection` into the query cache before the page is shown. The page also works without it. */
export type LoadRepositoryPageSection = (queryClient: QueryClient, id: string) => Promise<unknown>
