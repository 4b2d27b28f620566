import { createIsomorphicFn } from '@tanstack/react-start'
import { useState } from 'react'
import { appConfig } from '#app.config'
import { currentRequest } from '#request/request-context.server.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { writeCookie } from '#lib/browser.ts'

/** The state of the sidebar. Until the user has chosen, it is 'auto': collapsed if there is little room. */
type Sidebar = 'open' | 'folded' | 'auto'

const { name, maxAgeMinutes } = appConfig.sidebarCookie
/** The values of the cookie. */
const SAID = { open: 'open', folded: 'collapsed' } as const

/** Returns the state in this browser's cookie, which server and browser both read, so that nothing jumps. */
const chosenSidebar: () => Sidebar = createIsomorphicFn()
  .server(() => sidebarAmong([...currentRequest().cookies].map((pair) => pair.join('='))))
  .client(() => sidebarAmong(document.cookie.split('; ')))

/** Stores the choice, which applies to every width. */
function rememberSidebar(sidebar: keyof typeof SAID): void {
  writeCookie(name, SAID[sidebar], maxAgeMinutes * 60)
}

function sidebarAmong(cookies: string[]): Sidebar {
  const choices = ['open', 'folded'] as const
  return choices.find((choice) => cookies.includes(`${name}=${SAID[choice]}`)) ?? 'auto'
}

/**
 * Returns the sidebar as the user left it. CSS collapses it from the first frame on (`folded:`); `isFolded` is for
 * labels and attributes, which CSS cannot set, and assumes a wide window until hydration.
 */
export function useSidebar() {
  const [sidebar, setSidebar] = useState(chosenSidebar)
  const hasRoom = useMediaQuery('(width >= 1024px)')
  const isFolded = sidebar === 'folded' || (sidebar === 'auto' && !hasRoom)

  function toggle() {
    const chosen = isFolded ? 'open' : 'folded'
    setSidebar(chosen)
    rememberSidebar(chosen)
  }

  return { sidebar, isFolded, toggle }
}
