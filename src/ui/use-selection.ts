import { useRef, useState } from 'react'
import { useIsHydrated } from './use-is-hydrated.ts'

/** Which rows of a list are chosen: some of those that show, or all that the list would show. */
export interface Selection {
  /** The rows that were chosen one by one; empty where all are. */
  ids: ReadonlySet<string>
  /** Whether all that the filter of the list fits are meant, those that do not show too. */
  isAll: boolean
  isEmpty: boolean
  has: (id: string) => boolean
  /** Chooses a row or not; with `isRange` all between it and the one before too. */
  choose: (id: string, isChosen: boolean, shown: string[], isRange: boolean) => void
  chooseShown: (shown: string[], isChosen: boolean) => void
  chooseAll: () => void
  clear: () => void
}

interface State {
  scope: string
  ids: ReadonlySet<string>
  isAll: boolean
}

/**
 * Holds which rows of a list are chosen. @param scope says what the list is a list of: with another search or filter nothing is
 * chosen any more
 */
export function useSelection(scope: string): Selection | undefined {
  const [state, setState] = useState<State>({ scope, ids: new Set(), isAll: false })
  const latest = useRef<string>(undefined)
  const isHydrated = useIsHydrated()
  const isOfOther = state.scope !== scope
  const ids: ReadonlySet<string> = isOfOther ? new Set() : state.ids
  const isAll = !isOfOther && state.isAll
  const set = (ids: Iterable<string>, isAll = false) => setState({ scope, ids: new Set(ids), isAll })
  // Without a script nobody can choose.
  if (!isHydrated) return undefined
  return {
    ids,
    isAll,
    isEmpty: !isAll && ids.size === 0,
    has: (id) => isAll || ids.has(id),
    choose: (id, isChosen, shown, isRange) => {
      const changed = isRange ? between(shown, latest.current ?? id, id) : [id]
      latest.current = id
      const chosen = new Set(isAll ? shown : ids)
      for (const one of changed) chosen[isChosen ? 'add' : 'delete'](one)
      set(chosen)
    },
    chooseShown: (shown, isChosen) => set(isChosen ? shown : []),
    chooseAll: () => set([], true),
    clear: () => set([]),
  }
}

function between(shown: string[], one: string, other: string): string[] {
  const ends = [shown.indexOf(one), shown.indexOf(other)].toSorted((a, b) => a - b)
  const [first = 0, last = 0] = ends
  return first < 0 ? [other] : shown.slice(first, last + 1)
}
