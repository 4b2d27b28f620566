import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `onTraversal` when the user goes back or forward, before the page of that history entry is loaded. An effect of a page
 * could miss this, because a page that was requested just before might never be shown.
 */
export function useBackOrForward(onTraversal: () => void): void {
  const { history } = useRouter()
  const traverse = useEffectEvent(onTraversal)
  useEffect(
    () =>
      history.subscribe(({ action }) => {
        if (action.type !== 'PUSH' && action.type !== 'REPLACE') traverse()
      }),
    [history],
  )
}
