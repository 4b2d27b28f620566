import type { QueryClient } from '@tanstack/react-query'
import type { Viewer } from '#auth/current-session.server.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import { myOrganizationsQuery, organizationQuery } from './organizations.queries.ts'

/** Loads the invitations to the viewer for the home page. @returns the namespaces of their texts; none without invitations */
export async function loadInvitations(queryClient: QueryClient, { figures }: Viewer): Promise<Namespace[]> {
  if (!figures?.openInvitations) return []
  const { invitations } = await queryClient.query(myOrganizationsQuery)
  return invitations.length > 0 ? ['organizations'] : []
}

/** Loads the active organization for the header of its repositories. @returns the namespaces of its texts; none without one */
export async function loadOwner(queryClient: QueryClient, { organization }: Viewer): Promise<Namespace[]> {
  if (!organization) return []
  await queryClient.query({ ...organizationQuery(organization.id), staleTime: 'static' })
  return ['organizations']
}
