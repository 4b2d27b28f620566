import { useEffect, useState } from 'react'

/**
 * Returns whether an element that opens and closes is rendered: while it is open, and until its closing animation ends.
 * @param ms the duration of the closing animation
 */
export function useIsRendered(isOpen: boolean, ms: number): boolean {
  const [isRendered, setIsRendered] = useState(isOpen)
  if (isOpen && !isRendered) setIsRendered(true)

  useEffect(() => {
    if (isOpen) return
    const timer = setTimeout(() => setIsRendered(false), ms)
    return () => clearTimeout(timer)
  }, [isOpen, ms])

  return isOpen || isRendered
}
