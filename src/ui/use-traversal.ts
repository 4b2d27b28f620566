import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `onTraversal` when the user goes back or forward, before the page of that entry is loaded. A page that was requested
 * just before might then never be shown, so an effect would miss it.
 */
export function useTraversal(onTraversal: () => void): void {
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
