import { startTransition, useEffect, useState } from 'react'
import { appConfig } from '#app.config'
import { browserTimeZone } from '#lib/time-zone.ts'
import { writeCookie } from '#lib/browser.ts'

/**
 * The zone of this browser; while the page comes alive the one that the server has told times in. A cookie keeps it for the
 * server: from the next page on the first HTML has the person's own times.
 * @param fromServer what the server took it to be
 */
export function useBrowserTimeZone(fromServer: string): string {
  const [timeZone, setTimeZone] = useState(fromServer)
  useEffect(() => {
    const own = browserTimeZone()
    const { name, maxAgeMinutes } = appConfig.timeZoneCookie
    writeCookie(name, own, maxAgeMinutes * 60)
    // After all else has come alive: parts that have not would be made anew.
    startTransition(() => setTimeZone(own))
  }, [])
  return timeZone
}
