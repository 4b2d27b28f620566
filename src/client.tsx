import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getRouter } from './router.tsx'
import { startInstance } from './start.ts'

// In place of Start's own entry, which brings the transport of server functions into every first page: here it comes
// with the first call. See docs/decisions/0006-weight-of-the-first-page.md.
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
    )
  })
}

void start()
