import handler from '@tanstack/react-start/server-entry'
import type { AuthCall } from '#auth/auth-call.ts'
import { sessionCalls } from '#auth/session-calls.server.ts'
import { accountCalls } from '#features/account/account.auth-calls.server.ts'
import { listUsersCall } from '#features/users/users.auth-calls.server.ts'
import { answer } from '#front-door/answer.server.ts'
import { limitConcurrency } from '#lib/limit-concurrency.ts'
import { startServer } from '#front-door/start-server.server.ts'

export { startServer }

/** Calls of better-auth's HTTP interface that are answered in its place. */
const authCalls: AuthCall[] = [...sessionCalls, ...accountCalls, listUsersCall]
const inTurn = limitConcurrency(Number(process.env.TURNS ?? 32))
const app = (request: Request) => inTurn(() => handler.fetch(request))

// `npm run dev` has no server of ours around this entry that would start it, and loads the entry anew with each change.
if (import.meta.env.DEV) {
  const started = globalThis as { latchkeyServer?: ReturnType<typeof startServer> }
  started.latchkeyServer ??= startServer()
}

// Not the framework's `createServerEntry`: it answers some requests itself, and no answer shall go past the front door.
export default { fetch: (request: Request) => answer(request, { app, authCalls }) }
