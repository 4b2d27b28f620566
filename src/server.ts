import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import { sessionEndpoints } from '#auth/session-endpoints.server.ts'
import { signInEndpoints } from '#auth/sign-in.server.ts'
import { socialEndpoints } from '#auth/social-endpoints.server.ts'
import { accountEndpoints } from '#features/account/account.auth-endpoints.server.ts'
import { listUsersEndpoint } from '#features/users/users.auth-endpoints.server.ts'
import { createRequestHandler } from '#http/handle-request.server.ts'
import { renderPage } from '#http/render-page.server.tsx'
import { startServer } from '#http/start-server.server.ts'

export { startServer }

/** Calls of better-auth's HTTP interface that are answered in its place. */
const authEndpoints: AuthEndpoint[] = [
  ...signInEndpoints,
  ...sessionEndpoints,
  ...socialEndpoints,
  ...accountEndpoints,
  listUsersEndpoint,
]
const handleRequest = createRequestHandler({
  app: (request) => renderPage(request),
  authEndpoints,
  isBuilt: !import.meta.env.DEV,
})

// `npm run dev` has no server of ours around this entry that would start it, and loads the entry anew with each change.
if (import.meta.env.DEV) {
  const started = globalThis as { latchkeyServer?: ReturnType<typeof startServer> }
  started.latchkeyServer ??= startServer()
}

// Not the framework's `createServerEntry`: it answers some requests by itself, and no answer shall go past the request handler.
export default { fetch: handleRequest }
