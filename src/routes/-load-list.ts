import { redirect } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { AppError } from '#lib/app-error.ts'

/**
 * Queries the rows of a list page. The server waits for the rows, so that the document contains them. The browser shows the page
 * at once, because the list itself shows that it is loading or has failed.
 * @param lookUpAside queries data that the document omits, such as the number of rows; only browsers run it, at the same time
 * @throws {Redirect} to the beginning of the list if the cursor is invalid
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
