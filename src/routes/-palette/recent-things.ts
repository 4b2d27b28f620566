import type { Viewer } from '#auth/current-session.server.ts'
import { OWN } from '#shell/use-sign-out.ts'

/** What this browser keeps about the pages of single things that were opened last, by whom, and active in which organization. */
const STORAGE_KEY = `${OWN}recent`
const MOST = 5

/** A repository or a person whose page was opened. */
export interface RecentThing {
  kind: 'repository' | 'person'
  id: string
  name: string
}

/**
 * The things that somebody opened last in this browser, the newest first. Nobody sees another's, nor what is another
 * organization's: what is found of these is forgotten.
 * @param opener of `openerOf`
 */
export function recentThings(opener: string): RecentThing[] {
  try {
    // Its name until 0.2.0, which signing out does not find.
    localStorage.removeItem('recent')
    const kept = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as { of: string; things: RecentThing[] } | null
    if (kept?.of === opener) return kept.things
    forgetThings()
    return []
  } catch {
    return []
  }
}

/** Puts what somebody opened in front of what they opened before, in this browser. */
export function rememberThing(opener: string, thing: RecentThing): void {
  const others = recentThings(opener).filter(({ id }) => id !== thing.id)
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ of: opener, things: [thing, ...others].slice(0, MOST) }))
  } catch {
    // Where nothing can be kept, nothing is.
  }
}

function forgetThings(): void {
  try {
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Where nothing can be kept, nothing is.
  }
}

/** Names who opens things, and the organization that their pages are about. */
export function openerOf({ id, organization }: Pick<Viewer, 'id' | 'organization'>): string {
  return `${id} ${organization?.id ?? ''}`
}

/** The thing whose page is at this path; undefined for any other page. @param name what its page is headed by */
export function thingAt(pathname: string, name: string): RecentThing | undefined {
  const [, list, id] = /^\/(?:app|manager)\/(repositories|users)\/([0-9a-f-]{36})$/.exec(pathname) ?? []
  if (id === undefined) return undefined
  return { kind: list === 'users' ? 'person' : 'repository', id, name }
}
