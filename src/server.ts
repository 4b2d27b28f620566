import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import { passkeyEndpoints } from '#auth/passkey-sign-in.server.ts'
import { sessionEndpoints } from '#auth/session-endpoints.server.ts'
import { signInEndpoints } from '#auth/sign-in.server.ts'
import { socialEndpoints } from '#auth/social-endpoints.server.ts'
import { provideAllBulkKinds } from './bulk-kinds.server.ts'
import { provideImportKinds } from '#bulk/import-kind.server.ts'
import { accountEndpoints } from '#features/account/account.auth-endpoints.server.ts'
import { problemsExport } from '#features/imports/import-problems.server.ts'
import { importUpload } from '#features/imports/import-upload.server.ts'
import { repositoriesImport } from '#features/repositories/repositories-import.server.ts'
import { repositoriesExport } from '#features/repositories/repositories.file-endpoints.server.ts'
import { usersImport } from '#features/users/users-import.server.ts'
import { usersExport } from '#features/users/users.file-endpoints.server.ts'
import { listUsersEndpoint } from '#features/users/users.auth-endpoints.server.ts'
import { createRequestHandler } from '#http/handle-request.server.ts'
import { purgeTask } from '#jobs/purge.server.ts'
import { createPages } from '#http/render-page.server.tsx'
import { faultViews } from '#shell/fault-views.server.tsx'
import { refusalPage } from '#shell/refusal-page.server.tsx'
import { startServer as startServerWith } from '#http/start-server.server.ts'
import { apiOperations } from './api-operations.server.ts'
import { serverFeatures } from './features.server.ts'
import { getRouter } from './router.tsx'

/** Calls of better-auth's HTTP interface that are answered in its place. */
const authEndpoints: AuthEndpoint[] = [
  ...signInEndpoints,
  ...passkeyEndpoints,
  ...sessionEndpoints,
  ...socialEndpoints,
  ...accountEndpoints,
  listUsersEndpoint,
]
/** Addresses of files. */
const fileEndpoints = [
  usersExport,
  repositoriesExport,
  importUpload('/manager/users/import', 'import-users'),
  importUpload('/manager/repositories/import', 'import-repositories'),
  problemsExport,
]

provideAllBulkKinds()
provideImportKinds([usersImport, repositoriesImport])

const handleRequest = createRequestHandler({
  app: createPages(getRouter),
  authEndpoints,
  fileEndpoints,
  apiOperations,
  formActions: Object.fromEntries(serverFeatures.flatMap(({ formActions = {} }) => Object.entries(formActions))),
  refusalPage,
  faultViews,
  isBuilt: !import.meta.env.DEV,
})

/** Starts what works beside the requests. */
export function startServer() {
  return startServerWith([...serverFeatures.flatMap(({ tasks = [] }) => tasks), purgeTask(serverFeatures)])
}

// `npm run dev` has no server of ours around this entry that would start it, and loads the entry anew with each change.
if (import.meta.env.DEV) {
  const started = globalThis as { latchkeyServer?: ReturnType<typeof startServer> }
  started.latchkeyServer ??= startServer()
}

// Not the framework's `createServerEntry`: it answers some requests by itself, and no answer shall go past the request handler.
export default { fetch: handleRequest }
