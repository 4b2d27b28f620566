import type { ComponentType, ReactNode } from 'react'
import { OrganizationFrame } from '#features/organizations/components/organization-frame.tsx'

/** The headers that features add above the list of repositories in the user area, if an organization owns them. */
export const ownerHeads: Record<string, ComponentType<{ organization: { id: string }; action: ReactNode }>> = {
  organization: OrganizationFrame,
}
