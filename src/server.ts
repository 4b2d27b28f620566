import handler, { createServerEntry } from '@tanstack/react-start/server-entry'
import { answer } from '#front-door/answer.server.ts'
import { startServer } from '#front-door/start-server.server.ts'

export { startServer }

// `npm run dev` has no server of ours around this entry that would start it, and loads the entry anew with each change.
if (import.meta.env.DEV) {
  const started = globalThis as { latchkeyServer?: ReturnType<typeof startServer> }
  started.latchkeyServer ??= startServer()
}

export default createServerEntry({ fetch: (request) => answer(request, (inner) => handler.fetch(inner)) })
