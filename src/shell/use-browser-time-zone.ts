import { startTransition, useEffect, useState } from 'react'
import { appConfig } from '#app.config'
import { browserTimeZone } from '#lib/time-zone.ts'
import { writeCookie } from '#lib/browser.ts'

/**
 * Returns the time zone of this browser; during hydration, the one that the server used. Stores the browser's time zone in a
 * cookie, so that the server uses it from the next page on.
 * @param fromServer the time zone that the server used
 */
export function useBrowserTimeZone(fromServer: string): string {
  const [timeZone, setTimeZone] = useState(fromServer)
  useEffect(() => {
    const own = browserTimeZone()
    const { name, maxAgeMinutes } = appConfig.timeZoneCookie
    writeCookie(name, own, maxAgeMinutes * 60)
    // A transition waits for hydration. Otherwise parts that are not hydrated yet would be created again.
    startTransition(() => setTimeZone(own))
  }, [])
  return timeZone
}
