import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { rememberOpened } from './favourites.functions.ts'

/** A page that is looked at for so long was opened; one that is left after a glance was not. */
const LOOKED_AT_MS = 3_000
const GLANCE_MS = 700

/**
 * Notes that the page of a repository was opened: when it was looked at for a while, or left after more than a glance. A page
 * that is only fetched in advance is not shown, and so not noted.
 * @param id undefined on a page that is about none, or many
 * @param isKept false where nothing is kept, as in a demo
 * @returns what notes a repository at once, for when its link is followed
 */
export function useNoteOpened(id: string | undefined, isKept: boolean): (id: string) => void {
  const queryClient = useQueryClient()
  const noted = useRef('')

  function note(opened: string) {
    if (!isKept || (opened === id && opened === noted.current)) return
    noted.current = opened
    // It is for convenience: what fails is not told.
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
