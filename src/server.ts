import { registerAccountHooks } from '#auth/account-hooks.server.ts'
import { registerBulkKinds } from '#bulk/bulk-kind.server.ts'
import { createRequestHandler } from '#http/handle-request.server.ts'
import { createFrameworkHandler } from '#http/render-page.server.tsx'
import { startServer as startServerWith } from '#http/start-server.server.ts'
import { registerInAppNotices } from '#queue/in-app-notices.server.ts'
import { createPurgeTask } from '#queue/purge.server.ts'
import { faultViews } from '#shell/fault-views.server.tsx'
import { refusalPage } from '#shell/refusal-page.server.tsx'
import { serverFeatures } from './features.server.ts'
import { getRouter } from './router.tsx'

registerBulkKinds(serverFeatures.flatMap((feature) => feature.bulkKinds ?? []))
registerAccountHooks(serverFeatures)
registerInAppNotices(serverFeatures)

const handleRequest = createRequestHandler({
  app: createFrameworkHandler(getRouter),
  authEndpoints: serverFeatures.flatMap((feature) => feature.authEndpoints ?? []),
  fileEndpoints: serverFeatures.flatMap((feature) => feature.fileEndpoints ?? []),
  mounts: serverFeatures.flatMap((feature) => feature.mounts ?? []),
  formActions: Object.fromEntries(serverFeatures.flatMap(({ formActions = {} }) => Object.entries(formActions))),
  requestMiddleware: serverFeatures.flatMap((feature) => feature.requestMiddleware ?? []),
  refusalPage,
  faultViews,
  isBuilt: !import.meta.env.DEV,
})

/** Starts the work that runs outside of requests: the jobs and the background work of the features. */
export function startServer() {
  const tasks = serverFeatures.flatMap((feature) => feature.tasks ?? [])
  return startServerWith({
    tasks: [...tasks, createPurgeTask(serverFeatures)],
    background: serverFeatures.flatMap((feature) => feature.background ?? []),
  })
}

// In development, nothing else calls `startServer`. Vite loads this module again after each change, so start it only once.
if (import.meta.env.DEV) {
  const started = globalThis as { appServer?: ReturnType<typeof startServer> }
  started.appServer ??= startServer()
}

// The framework's own server entry is not used, because it answers some requests itself and bypasses the request handler.
export default { fetch: handleRequest }
