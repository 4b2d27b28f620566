import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { AppError } from '#lib/app-error.ts'
import { getRouter } from './router.tsx'
import { startInstance } from './start.ts'

// Replaces the client entry of TanStack Start, which adds the transport of server functions to every first page. This
// entry loads the transport at the first call (docs/decisions/0006-weight-of-the-first-page.md).
async function start() {
  const options = await startInstance.getOptions()
  // TanStack Start reads its options from here when a server function is called.
  Object.assign(window, { __TSS_START_OPTIONS__: options })
  const router = getRouter()
  router.options.serializationAdapters = options.serializationAdapters
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
      { onCaughtError: reportUnlessShown, onRecoverableError: reportUnlessShown },
    )
  })
}

/** Reports an error to the console, unless a page shows it (AppError) or the browser is leaving this page. */
function reportUnlessShown(error: unknown) {
  // The error can be wrapped, because a theme that differs from the server's makes React render the error page twice.
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof AppError) && !window.isLeftForAnother) reportError(error)
}

// A page from the back/forward cache can show outdated data, for example of a user who has signed out.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload()
})

void start()
