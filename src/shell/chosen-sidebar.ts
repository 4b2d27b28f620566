import { createIsomorphicFn } from '@tanstack/react-start'
import { currentRequest } from '#request/request-context.server.ts'
import { writeCookie } from '#lib/write-cookie.ts'

/** 'auto' until the person has chosen: folded where there is little room. */
export type Sidebar = 'open' | 'folded' | 'auto'

const COOKIE = 'sidebar'
const YEAR_SECONDS = 31_536_000
/** What the cookie says for each. */
const SAID = { open: 'open', folded: 'collapsed' } as const

/** How this browser wants the sidebar, as its cookie says; both sides read it, so that nothing jumps. */
export const chosenSidebar: () => Sidebar = createIsomorphicFn()
  .server(() => sidebarAmong([...currentRequest().cookies].map((pair) => pair.join('='))))
  .client(() => sidebarAmong(document.cookie.split('; ')))

/** Keeps the choice, for every width. */
export function rememberSidebar(sidebar: keyof typeof SAID): void {
  writeCookie(COOKIE, SAID[sidebar], YEAR_SECONDS)
}

function sidebarAmong(cookies: string[]): Sidebar {
  const choices = ['open', 'folded'] as const
  return choices.find((choice) => cookies.includes(`${COOKIE}=${SAID[choice]}`)) ?? 'auto'
}
