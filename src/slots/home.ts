import type { ComponentType } from 'react'
import type { Viewer } from '#auth/current-session.server.ts'
import { RecentlyOpened } from '#features/favourites/recently-opened.tsx'
import { ActiveOrganization } from '#features/organizations/components/active-organization.tsx'

/** The titles of the lists that features add to the home page, in their order there. */
export const homeTitles: Record<string, ComponentType> = {
  opened: RecentlyOpened,
}

/** The lines that features add above the title of the home page. */
export const homeHeads: Record<string, ComponentType<{ viewer: Viewer }>> = {
  organization: ActiveOrganization,
}
