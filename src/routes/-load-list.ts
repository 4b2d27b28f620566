import { redirect } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { AppError } from '#lib/app-error.ts'

/**
 * Looks up the rows of a list page. The server waits for them, so that they are in the document. In the browser the page
 * is shown at once: its list knows how to wait, and how to say that it failed.
 * @param lookUpAside what the page shows later and the document without: how many there are. Browsers ask for it at the same time.
 * @throws {Redirect} to the beginning of the list, where what it was to begin behind is not a place in it
 */
export const loadList: (lookUp: LookUp, lookUpAside?: LookUp) => Promise<void> = createIsomorphicFn()
  .server(async (lookUp: LookUp) => {
    try {
      await lookUp()
    } catch (error) {
      if (!(error instanceof AppError) || error.details.field !== 'cursor') throw error
      throw redirect({ to: '.', search: (search: object) => ({ ...search, after: '' }) })
    }
  })
  .client((lookUp: LookUp, lookUpAside?: LookUp) => {
    for (const ask of [lookUp, lookUpAside]) ask?.().catch(() => undefined)
    return Promise.resolve()
  })

type LookUp = () => Promise<unknown>
