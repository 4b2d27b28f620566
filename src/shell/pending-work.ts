import { useSyncExternalStore } from 'react'

let pendingCount = 0
const pendingListeners = new Set<() => void>()

/** Shows the progress bar, which otherwise shows navigations, while this work is in progress. */
export async function trackPending<Result>(work: Promise<Result>): Promise<Result> {
  changePendingCount(1)
  try {
    return await work
  } finally {
    changePendingCount(-1)
  }
}

/** Returns whether any tracked work is in progress. */
export function useIsPending(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => pendingCount > 0,
    () => false,
  )
}

function changePendingCount(by: number) {
  pendingCount += by
  for (const listener of pendingListeners) listener()
}

function subscribe(listener: () => void) {
  pendingListeners.add(listener)
  return () => pendingListeners.delete(listener)
}
