import { createIsomorphicFn } from '@tanstack/react-start'
import { setResponseStatus } from '@tanstack/react-start/server'

/** On the server: the HTTP status of the page being rendered. */
export const setPageStatus: (status: number) => void = createIsomorphicFn()
  .server((status: number) => setResponseStatus(status))
  .client(() => undefined)
