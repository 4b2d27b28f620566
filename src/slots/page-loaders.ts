import type { QueryClient } from '@tanstack/react-query'
import type { Viewer } from '#auth/current-session.server.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import { loadInvitations, loadOwner } from '#features/organizations/page-loaders.ts'

/** Loads the data of a part of a page. @returns the namespaces of its texts */
type PageLoader = (queryClient: QueryClient, viewer: Viewer) => Promise<Namespace[]>

// In a file of their own, because the first scripts of the app contain it.
/** Loaders for the cards in `homeCards`. */
export const homeLoaders: Record<string, PageLoader> = {
  invitations: loadInvitations,
}

/** Loaders for the headers in `ownerHeads`. */
export const ownerLoaders: Record<string, PageLoader> = {
  organization: loadOwner,
}
