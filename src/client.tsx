import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { AppError } from '#lib/app-error.ts'
import { getRouter } from './router.tsx'
import { startInstance } from './start.ts'

// In place of Start's own entry, which brings the transport of server functions into every first page: here it comes
// with the first call (docs/decisions/0006-weight-of-the-first-page.md).
async function start() {
  const options = await startInstance.getOptions()
  // Where Start looks for them when a server function is called.
  Object.assign(window, { __TSS_START_OPTIONS__: options })
  const router = getRouter()
  router.options.serializationAdapters = options.serializationAdapters
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
      { onCaughtError: reportUnlessTold, onRecoverableError: reportUnlessTold },
    )
  })
}

/** A failure that has a page of its own is no news for the console, nor is one of a page that is on its way out. */
function reportUnlessTold(error: unknown) {
  // The error can be wrapped, because a theme that differs from the server's makes React render the error page twice.
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof AppError) && !window.isLeftForAnother) reportError(error)
}

// A page from the back/forward cache can show outdated data, for example of a user who has signed out.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload()
})

void start()
