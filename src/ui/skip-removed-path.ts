import type { RouterHistory } from '@tanstack/react-router'

/**
 * Skips the pages at and below a path that no longer exists, whenever the user goes back or forward to one of them. Their entries
 * cannot be removed from the browser's history. Works until the document is left.
 * @param instead the path of the page that replaces the first entry of the history, because no entry precedes that one
 */
export function skipRemovedPathInHistory(history: RouterHistory, path: string, instead: string): void {
  history.subscribe(({ location: { pathname }, action }) => {
    if (action.type === 'PUSH' || action.type === 'REPLACE' || !`${pathname}/`.startsWith(`${path}/`)) return
    const isForward = action.type === 'FORWARD' || (action.type === 'GO' && action.index > 0)
    if (!isForward && 'navigation' in window && !navigation.canGoBack) history.replace(instead)
    else history.go(isForward ? 1 : -1)
  })
}
