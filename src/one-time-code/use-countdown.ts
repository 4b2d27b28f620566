import { useEffect, useState } from 'react'

/**
 * Counts down the seconds from a number of the server to zero. Uses only the browser's monotonic timer, because the browser's
 * clock might be wrong.
 * @param seconds whole seconds left when the number was read
 * @param version changes with each new number
 */
export function useCountdown(seconds: number, version: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const endsAt = performance.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a refetched number restarts the countdown
  }, [seconds, version])
  return left
}
