import type { ComponentType } from 'react'
import { RecentlyOpened } from '#features/favourites/recently-opened.tsx'

/** The titles of the lists that features add to the home page, in their order there. */
export const homeTitles: Record<string, ComponentType> = {
  opened: RecentlyOpened,
}
