import { useLocation, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The path of the page that opened a form. Stored in the form's history entry, which follows the entry of that page. */
    openedFrom?: string
  }
}

/**
 * Handles the history entry of a form that has a page or a dialog of its own. Leaving the form, saved or not, removes the
 * entry and returns to the previous one. The page that opens a form sets `openedFrom` in the entry's state, which survives
 * reloads.
 */
export function useFormEntry() {
  const { history } = useRouter()
  const { __TSR_key: key, __TSR_index: index, openedFrom } = useLocation({ select: ({ state }) => state })
  const goingBack = useRef<Promise<void>>(null)

  /** Goes back once, even if called repeatedly. Resolves after going back, or when the user stays to keep input. */
  function back(): Promise<void> {
    goingBack.current ??= new Promise((resolve) => {
      const unsubscribe = history.subscribe(() => {
        goingBack.current = null
        unsubscribe()
        resolve()
      })
      history.back()
    })
    return goingBack.current
  }

  return {
    /** Returns whether the page at this path opened the form, so that leaving the form goes back. */
    isOpenedFrom: (path: string) => openedFrom === path,
    back,

    /**
     * Leaves the form after saving, and removes it from the history.
     * @param replace opens the next page in place of the form; not called if the user has already left the form
     */
    finish: async (replace: () => Promise<void>) => {
      if (history.location.state.__TSR_key !== key) return
      await replace()
      // A fast user might have left the page that `replace` opened already.
      const { pathname, state } = history.location
      if (pathname === openedFrom && state.__TSR_index === index) void back()
    },
  }
}
