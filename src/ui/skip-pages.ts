import type { RouterHistory } from '@tanstack/react-router'

/**
 * Skips the pages at and below a path that no longer exist, whenever the user goes back or forward to one of them. Their
 * entries cannot be removed from the browser's history. Lasts until the document is left.
 * @param instead the path of the page that replaces the first entry of the history, because none precedes it
 */
export function skipPages(history: RouterHistory, path: string, instead: string): void {
  history.subscribe(({ location: { pathname }, action }) => {
    if (action.type === 'PUSH' || action.type === 'REPLACE' || !`${pathname}/`.startsWith(`${path}/`)) return
    const isForward = action.type === 'FORWARD' || (action.type === 'GO' && action.index > 0)
    if (!isForward && 'navigation' in window && !navigation.canGoBack) history.replace(instead)
    else history.go(isForward ? 1 : -1)
  })
}
