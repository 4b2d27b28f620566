import { createIsomorphicFn } from '@tanstack/react-start'

/**
 * Looks up the rows of a list page. The server waits for them, so that they are in the document. In the browser the page
 * is shown at once: its list knows how to wait, and how to say that it failed.
 */
export const loadList: (lookUp: () => Promise<unknown>) => Promise<void> = createIsomorphicFn()
  .server(async (lookUp: () => Promise<unknown>) => {
    await lookUp()
  })
  .client((lookUp: () => Promise<unknown>) => {
    lookUp().catch(() => undefined)
    return Promise.resolve()
  })
