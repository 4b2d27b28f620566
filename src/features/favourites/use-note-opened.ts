import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { rememberOpened } from './favourites.functions.ts'

/** The time after which a shown page counts as opened, and the shorter time if the user then leaves the page. */
const LOOKED_AT_MS = 3_000
const GLANCE_MS = 700

/**
 * Records that the page of a repository was opened: after `LOOKED_AT_MS`, or when the user leaves the page after `GLANCE_MS`.
 * A page that is only prefetched is not shown, and therefore not recorded.
 * @param id undefined on a page that is not about one repository
 * @param isKept false if nothing is stored, for example in a demo
 * @returns a function that records a repository right away, for links to repositories
 */
export function useNoteOpened(id: string | undefined, isKept: boolean): (id: string) => void {
  const queryClient = useQueryClient()
  const noted = useRef('')

  function note(opened: string) {
    if (!isKept || (opened === id && opened === noted.current)) return
    noted.current = opened
    // Ignores failures, because the record is only a convenience.
    rememberOpened({ data: { id: opened } }).then(
      () => queryClient.invalidateQueries({ queryKey: ['repositories', 'home'] }),
      () => undefined,
    )
  }

  const noteShown = useEffectEvent(note)

  useEffect(() => {
    if (id === undefined) return undefined
    const shownAt = performance.now()
    const timer = setTimeout(() => noteShown(id), LOOKED_AT_MS)
    return () => {
      clearTimeout(timer)
      if (performance.now() - shownAt > GLANCE_MS) noteShown(id)
    }
  }, [id])

  return note
}
