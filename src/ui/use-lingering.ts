import { useEffect, useState } from 'react'

/**
 * Whether something that opens and closes is there: as long as it is open, and afterwards until it has moved out.
 * @param ms how long that takes
 */
export function useLingering(isOpen: boolean, ms: number): boolean {
  const [isThere, setIsThere] = useState(isOpen)
  if (isOpen && !isThere) setIsThere(true)

  useEffect(() => {
    if (isOpen) return
    const timer = setTimeout(() => setIsThere(false), ms)
    return () => clearTimeout(timer)
  }, [isOpen, ms])

  return isOpen || isThere
}
