import type { ComponentType } from 'react'
import { OrganizationHead } from '#features/organizations/components/organization-tabs.tsx'

/** The headers that features add above the list of repositories in the user area, if an organization owns them. */
export const ownerHeads: Record<string, ComponentType<{ organization: { id: string; name: string } }>> = {
  organization: OrganizationHead,
}
