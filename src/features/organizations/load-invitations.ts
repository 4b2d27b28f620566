import type { QueryClient } from '@tanstack/react-query'
import type { Viewer } from '#auth/current-session.server.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import { myOrganizationsQuery } from './organizations.queries.ts'

/** Loads the invitations to the viewer for the home page. @returns the namespaces of their texts; none without invitations */
export async function loadInvitations(queryClient: QueryClient, { figures }: Viewer): Promise<Namespace[]> {
  if (!figures?.openInvitations) return []
  const { invitations } = await queryClient.query(myOrganizationsQuery)
  return invitations.length > 0 ? ['organizations'] : []
}
