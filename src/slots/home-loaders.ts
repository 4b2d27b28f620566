import type { QueryClient } from '@tanstack/react-query'
import type { Viewer } from '#auth/current-session.server.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import { loadInvitations } from '#features/organizations/load-invitations.ts'

/** Loaders for the cards that features add to the home page. Unlike `home.ts`, the first scripts of the app contain this. */
export const homeLoaders: Record<string, (queryClient: QueryClient, viewer: Viewer) => Promise<Namespace[]>> = {
  invitations: loadInvitations,
}
