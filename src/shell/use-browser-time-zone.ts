import { startTransition, useEffect, useState } from 'react'
import { appConfig } from '#app.config'
import { browserTimeZone } from '#lib/time-zone.ts'
import { writeCookie } from '#lib/browser.ts'

/**
 * Returns the time zone of this browser; while hydrating, the one that the server has used. Stores it in a cookie, so that
 * the server uses it from the next page on.
 * @param fromServer the time zone that the server has used
 */
export function useBrowserTimeZone(fromServer: string): string {
  const [timeZone, setTimeZone] = useState(fromServer)
  useEffect(() => {
    const own = browserTimeZone()
    const { name, maxAgeMinutes } = appConfig.timeZoneCookie
    writeCookie(name, own, maxAgeMinutes * 60)
    // In a transition, which waits for hydration, because parts that are not hydrated yet would be recreated.
    startTransition(() => setTimeZone(own))
  }, [])
  return timeZone
}
