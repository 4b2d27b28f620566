import { useSyncExternalStore } from 'react'

/** Whether scripts run: false on the server and while the page comes alive, true from then on. */
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
