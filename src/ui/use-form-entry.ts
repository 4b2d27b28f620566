import { useLocation, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** In the history's entry of a form: the path of the page that opened it, which is the entry before. */
    openedFrom?: string
  }
}

/**
 * The entry that a form has in the browser's history, by a page or a dialog of its own. It goes with the form: whoever
 * leaves it, saved or not, is where they were before. What led to it says so by `openedFrom` in the entry's state, which
 * lives as long as the entry does, through reloads too.
 */
export function useFormEntry() {
  const { history } = useRouter()
  const { __TSR_key: key, __TSR_index: index, openedFrom } = useLocation({ select: ({ state }) => state })
  const goingBack = useRef<Promise<void>>(null)

  /** Once, however often it is asked for until the browser is there; or still here, when something typed is kept. */
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
    /** Whether the page at this path opened the form: then it is left by going back. */
    isOpenedFrom: (path: string) => openedFrom === path,
    back,

    /**
     * After saving: no way leads to the form any more.
     * @param replace puts the page that comes next in place of the form; not called when the form was left meanwhile
     */
    finish: async (replace: () => Promise<void>) => {
      if (history.location.state.__TSR_key !== key) return
      await replace()
      // Who was quick has gone on from that page already.
      const { pathname, state } = history.location
      if (pathname === openedFrom && state.__TSR_index === index) void back()
    },
  }
}
