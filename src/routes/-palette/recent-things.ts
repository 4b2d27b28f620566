import type { Viewer } from '#auth/current-session.server.ts'
import { writeStored } from '#lib/browser.ts'
import { OWN } from '#shell/use-sign-out.ts'

/** The storage key of the pages that were opened last, with the user and organization that opened them. */
const STORAGE_KEY = `${OWN}recent`
const MOST = 5

/** A repository or a user whose page was opened. */
export interface RecentThing {
  kind: 'repository' | 'person'
  id: string
  name: string
}

/**
 * Returns the repositories and users whose pages were last opened in this browser, newest first. Deletes all of them if another
 * user, or the same user in another organization, opened them.
 * @param opener the result of `openerOf`
 */
export function recentThings(opener: string): RecentThing[] {
  try {
    // The storage key until 0.2.0, which signing out does not remove.
    localStorage.removeItem('recent')
    const kept = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as { of: string; things: RecentThing[] } | null
    if (kept?.of === opener) return kept.things
    writeStored(STORAGE_KEY, null)
    return []
  } catch {
    return []
  }
}

/** Stores a repository or user as the last opened one in this browser. */
export function rememberThing(opener: string, thing: RecentThing): void {
  const others = recentThings(opener).filter(({ id }) => id !== thing.id)
  writeStored(STORAGE_KEY, JSON.stringify({ of: opener, things: [thing, ...others].slice(0, MOST) }))
}

/** Returns a key of a user and their active organization. */
export function openerOf({ id, organization }: Pick<Viewer, 'id' | 'organization'>): string {
  return `${id} ${organization?.id ?? ''}`
}

/** Returns the repository or user whose page is at this path; undefined for other pages. @param name the page's heading */
export function recentThingAt(pathname: string, name: string): RecentThing | undefined {
  const [, list, id] = /^\/(?:app|manager)\/(repositories|users)\/([0-9a-f-]{36})$/.exec(pathname) ?? []
  if (id === undefined) return undefined
  return { kind: list === 'users' ? 'person' : 'repository', id, name }
}
