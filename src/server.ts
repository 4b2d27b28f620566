import { provideAccountMoments } from '#auth/moments.server.ts'
import { provideBulkKinds } from '#bulk/bulk-kind.server.ts'
import { provideImportKinds } from '#bulk/import-kind.server.ts'
import { importUpload } from '#features/imports/import-upload.server.ts'
import { createRequestHandler } from '#http/handle-request.server.ts'
import { createPages } from '#http/render-page.server.tsx'
import { startServer as startServerWith } from '#http/start-server.server.ts'
import { purgeTask } from '#jobs/purge.server.ts'
import { faultViews } from '#shell/fault-views.server.tsx'
import { refusalPage } from '#shell/refusal-page.server.tsx'
import { serverFeatures } from './features.server.ts'
import { getRouter } from './router.tsx'

const importKinds = serverFeatures.flatMap((feature) => feature.importKinds ?? [])
const fileEndpoints = serverFeatures.flatMap((feature) => feature.fileEndpoints ?? [])

provideBulkKinds(serverFeatures.flatMap((feature) => feature.bulkKinds ?? []))
provideImportKinds(importKinds)
provideAccountMoments(serverFeatures)

const handleRequest = createRequestHandler({
  app: createPages(getRouter),
  authEndpoints: serverFeatures.flatMap((feature) => feature.authEndpoints ?? []),
  fileEndpoints: [...fileEndpoints, ...importKinds.map(importUpload)],
  apiOperations: serverFeatures.flatMap((feature) => feature.apiOperations ?? []),
  formActions: Object.fromEntries(serverFeatures.flatMap(({ formActions = {} }) => Object.entries(formActions))),
  requestSteps: serverFeatures.flatMap((feature) => feature.requestSteps ?? []),
  refusalPage,
  faultViews,
  isBuilt: !import.meta.env.DEV,
})

/** Starts what works beside the requests. */
export function startServer() {
  const tasks = serverFeatures.flatMap((feature) => feature.tasks ?? [])
  return startServerWith({
    tasks: [...tasks, purgeTask(serverFeatures)],
    background: serverFeatures.flatMap((feature) => feature.background ?? []),
  })
}

// `npm run dev` has no server of ours around this entry that would start it, and loads the entry anew with each change.
if (import.meta.env.DEV) {
  const started = globalThis as { latchkeyServer?: ReturnType<typeof startServer> }
  started.latchkeyServer ??= startServer()
}

// Not the framework's `createServerEntry`: it answers some requests by itself, and no answer shall go past the request handler.
export default { fetch: handleRequest }
