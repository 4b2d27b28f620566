import handler from '@tanstack/react-start/server-entry'
import type { AuthCall } from '#auth/auth-call.ts'
import { sessionCalls } from '#auth/session-calls.server.ts'
import { socialCalls } from '#auth/social-calls.server.ts'
import { accountCalls } from '#features/account/account.auth-calls.server.ts'
import { listUsersCall } from '#features/users/users.auth-calls.server.ts'
import { answer } from '#front-door/answer.server.ts'
import { startServer } from '#front-door/start-server.server.ts'

export { startServer }

/** Calls of better-auth's HTTP interface that are answered in its place. */
const authCalls: AuthCall[] = [...sessionCalls, ...socialCalls, ...accountCalls, listUsersCall]
const rooms = {
  app: (request: Request) => handler.fetch(request),
  authCalls,
  hasPreparedPages: !import.meta.env.DEV,
}

// `npm run dev` has no server of ours around this entry that would start it, and loads the entry anew with each change.
if (import.meta.env.DEV) {
  const started = globalThis as { latchkeyServer?: ReturnType<typeof startServer> }
  started.latchkeyServer ??= startServer()
}

// Not the framework's `createServerEntry`: it answers some requests by itself, and no answer shall go past the front door.
export default { fetch: (request: Request) => answer(request, rooms) }
