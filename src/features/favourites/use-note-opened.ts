import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { rememberOpened } from './favourites.functions.ts'

/** A page that is looked at for so long was opened; one that is left after a glance was not. */
const LOOKED_AT_MS = 3_000
const GLANCE_MS = 700

/**
 * Notes that the page of a repository was opened: when it was looked at for a while, or left after more than a glance. A page
 * that is only fetched in advance is not shown, and so not noted.
 * @param isKept false where nothing is kept, as in a demo
 * @returns what notes it at once, for when its link is followed
 */
export function useNoteOpened(id: string, isKept: boolean): () => void {
  const remember = useRememberOpened(isKept)
  const noted = useRef('')

  const note = useEffectEvent((ofId: string) => {
    if (noted.current === ofId) return
    noted.current = ofId
    remember(ofId)
  })

  useEffect(() => {
    const shownAt = performance.now()
    const timer = setTimeout(() => note(id), LOOKED_AT_MS)
    return () => {
      clearTimeout(timer)
      if (performance.now() - shownAt > GLANCE_MS) note(id)
    }
  }, [id])

  return () => note(id)
}

/** Has a function that notes at once that a repository was opened. @param isKept false where nothing is kept */
export function useRememberOpened(isKept: boolean): (id: string) => void {
  const queryClient = useQueryClient()
  return (id) => {
    if (!isKept) return
    // It is for convenience: what fails is not told.
    rememberOpened({ data: { id } }).then(
      () => queryClient.invalidateQueries({ queryKey: ['repositories', 'home'] }),
      () => undefined,
    )
  }
}
