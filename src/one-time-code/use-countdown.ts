import { useEffect, useState } from 'react'

/**
 * Counts down to zero, second by second, from a figure the server gave. The browser's clock may be wrong: only its
 * steady timer is used.
 * @param seconds whole seconds that were left when the figure was read
 * @param version changes with each new figure
 */
export function useCountdown(seconds: number, version: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const endsAt = performance.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the same figure, read anew, starts anew
  }, [seconds, version])
  return left
}
