import type { Viewer } from '#auth/current-session.server.ts'
import { writeStored } from '#lib/browser.ts'
import { USER_STORAGE_PREFIX } from '#shell/use-sign-out.ts'

/** The storage key of the pages that were opened last, with the user and organization that opened them. */
const STORAGE_KEY = `${USER_STORAGE_PREFIX}recent`
const MAX_ITEMS = 5

/** A repository or a user whose page was opened. */
export interface RecentItem {
  kind: 'repository' | 'person'
  id: string
  name: string
}

/**
 * Returns the repositories and users whose pages were last opened in this browser, newest first. Deletes all of them if another
 * user, or the same user in another organization, opened them.
 * @param owner the result of `recentItemsOwner`
 */
export function readRecentItems(owner: string): RecentItem[] {
  try {
    // Remove the items that releases until 0.2.0 stored under this key, because signing out does not remove them.
    localStorage.removeItem('recent')
    const kept = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as { of: string; things: RecentItem[] } | null
    if (kept?.of === owner) return kept.things
    writeStored(STORAGE_KEY, null)
    return []
  } catch {
    return []
  }
}

/** Stores a repository or user as the last opened one in this browser. */
export function rememberItem(owner: string, thing: RecentItem): void {
  const others = readRecentItems(owner).filter(({ id }) => id !== thing.id)
  writeStored(STORAGE_KEY, JSON.stringify({ of: owner, things: [thing, ...others].slice(0, MAX_ITEMS) }))
}

/** Returns a key of a user and their active organization. */
export function recentItemsOwner({ id, organization }: Pick<Viewer, 'id' | 'organization'>): string {
  return `${id} ${organization?.id ?? ''}`
}

/** Returns the repository or user whose page is at this path; undefined for other pages. @param name the page's heading */
export function recentItemAt(pathname: string, name: string): RecentItem | undefined {
  const [, list, id] = /^\/(?:app|manager)\/(repositories|users)\/([0-9a-f-]{36})$/.exec(pathname) ?? []
  if (id === undefined) return undefined
  return { kind: list === 'users' ? 'person' : 'repository', id, name }
}
