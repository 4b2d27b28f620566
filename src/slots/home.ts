import type { ComponentType } from 'react'
import type { Viewer } from '#auth/current-session.server.ts'
import { HomeInvitations } from '#features/organizations/components/home-invitations.tsx'
import { RecentlyOpened } from '#features/favourites/recently-opened.tsx'
import { ActiveOrganizationName } from '#features/organizations/components/active-organization-name.tsx'

/** The titles of the lists that features add to the home page, in their order there. */
export const homeTitles: Record<string, ComponentType> = {
  opened: RecentlyOpened,
}

/** The lines that features add above the title of the home page. */
export const homeHeads: Record<string, ComponentType<{ viewer: Viewer }>> = {
  organization: ActiveOrganizationName,
}

/** The cards that features add below the title of the home page; `homeLoaders` loads their data. */
export const homeCards: Record<string, ComponentType<{ viewer: Viewer }>> = {
  invitations: HomeInvitations,
}
