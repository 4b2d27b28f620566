import { createIsomorphicFn } from '@tanstack/react-start'
import { useState } from 'react'
import { appConfig } from '#app.config'
import { currentRequest } from '#request/request-context.server.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { writeCookie } from '#lib/browser.ts'

/** 'auto' until the person has chosen: folded where there is little room. */
type Sidebar = 'open' | 'folded' | 'auto'

const { name, maxAgeMinutes } = appConfig.sidebarCookie
/** What the cookie says for each. */
const SAID = { open: 'open', folded: 'collapsed' } as const

/** The sidebar that this browser wants, as its cookie says; both sides read it, so that nothing jumps. */
const chosenSidebar: () => Sidebar = createIsomorphicFn()
  .server(() => sidebarAmong([...currentRequest().cookies].map((pair) => pair.join('='))))
  .client(() => sidebarAmong(document.cookie.split('; ')))

/** Keeps the choice, for every width. */
function rememberSidebar(sidebar: keyof typeof SAID): void {
  writeCookie(name, SAID[sidebar], maxAgeMinutes * 60)
}

function sidebarAmong(cookies: string[]): Sidebar {
  const choices = ['open', 'folded'] as const
  return choices.find((choice) => cookies.includes(`${name}=${SAID[choice]}`)) ?? 'auto'
}

/**
 * The sidebar as the person left it. How it looks is for CSS to say (`folded:`), from the first frame on; `isFolded` is
 * for what CSS cannot say, and until the page is alive takes the window to be wide.
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
