import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

/** Lets the page show that something is under way as long as this is, besides the way from page to page. */
export async function showWork<Result>(work: Promise<Result>): Promise<Result> {
  change(1)
  try {
    return await work
  } finally {
    change(-1)
  }
}

/** Whether some work that is shown is under way. */
export function useIsWorking(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => count > 0,
    () => false,
  )
}

function change(by: number) {
  count += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
