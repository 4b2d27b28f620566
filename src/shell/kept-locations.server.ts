import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { LRUCache } from 'lru-cache'

/** More than there are pages without a parameter. */
const kept = new LRUCache<string, ParsedLocation>({ max: 200 })
/** What makes a link lead elsewhere from another page. */
const DEPENDS = ['params', 'search', 'hash', 'state', 'mask', 'from', 'href', 'unsafeRelative', '_fromLocation']

/**
 * Has the router of a request keep, for all that follow, where links lead that say nothing but a path: a page has twenty of
 * them, and to work one out takes as long as a row of its list.
 */
export function keepLocations(router: AnyRouter): void {
  const buildLocation: (options: object) => ParsedLocation = router.buildLocation
  router.buildLocation = (options: object) => {
    const path = plainPath(options)
    if (path === undefined) return buildLocation(options)
    const location = kept.get(path) ?? buildLocation(options)
    kept.set(path, location)
    return location
  }
}

function plainPath(options: object): string | undefined {
  const said = options as Record<string, unknown>
  const { to } = said
  const isPlain = typeof to === 'string' && to.startsWith('/') && !to.includes('$')
  return isPlain && DEPENDS.every((name) => said[name] === undefined) ? to : undefined
}
