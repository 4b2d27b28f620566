import { createIsomorphicFn } from '@tanstack/react-start'
import { currentRequest } from '#request/request-context.server.ts'

/** Returns the value of a cookie of this browser; on the server, from the request. */
export const readCookie: (name: string) => string | undefined = createIsomorphicFn()
  .server((name: string) => currentRequest().cookies.get(name))
  .client((name: string) => {
    const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
    return pair?.slice(name.length + 1)
  })
