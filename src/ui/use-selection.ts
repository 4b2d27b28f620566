import { useHydrated } from '@tanstack/react-router'
import { useRef, useState } from 'react'

/** The selected rows of a list: some of the visible ones, or all rows of the list. */
export interface Selection {
  /** The IDs of rows that were selected one by one; empty if all are selected. */
  ids: ReadonlySet<string>
  /** Whether all rows that match the list's filters are selected, including those that are not loaded. */
  isAll: boolean
  isEmpty: boolean
  has: (id: string) => boolean
  /** Selects or deselects a row; with `isRange`, also all rows between it and the previously clicked one. */
  choose: (id: string, isChosen: boolean, shown: string[], isRange: boolean) => void
  chooseShown: (shown: string[], isChosen: boolean) => void
  chooseAll: () => void
  clear: () => void
}

interface SelectionState {
  scope: string
  ids: ReadonlySet<string>
  isAll: boolean
}

/**
 * Holds the selected rows of a list; undefined before hydration.
 * @param scope the search and filters of the list; a change clears the selection
 */
export function useSelection(scope: string): Selection | undefined {
  const [state, setState] = useState<SelectionState>({ scope, ids: new Set(), isAll: false })
  const latest = useRef<string>(undefined)
  const isHydrated = useHydrated()
  const isOfOther = state.scope !== scope
  const ids: ReadonlySet<string> = isOfOther ? new Set() : state.ids
  const isAll = !isOfOther && state.isAll
  const set = (ids: Iterable<string>, isAll = false) => setState({ scope, ids: new Set(ids), isAll })
  // Selecting rows needs a script.
  if (!isHydrated) return undefined
  return {
    ids,
    isAll,
    isEmpty: !isAll && ids.size === 0,
    has: (id) => isAll || ids.has(id),
    choose: (id, isChosen, shown, isRange) => {
      const changed = isRange ? rangeBetween(shown, latest.current ?? id, id) : [id]
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

function rangeBetween(shown: string[], one: string, other: string): string[] {
  const ends = [shown.indexOf(one), shown.indexOf(other)].toSorted((a, b) => a - b)
  const [first = 0, last = 0] = ends
  return first < 0 ? [other] : shown.slice(first, last + 1)
}
