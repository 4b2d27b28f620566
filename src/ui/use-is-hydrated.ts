import { useSyncExternalStore } from 'react'

/** Returns whether the page is hydrated: false on the server and while hydrating, true from then on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

function subscribeToNothing() {
  return () => undefined
}
