import { createServerFn } from '@tanstack/react-start'
import { requireBuiltInInbox } from '#auth/guards.ts'
import { findSandbox } from '#db/sandbox.ts'
import { environment } from '#env/environment.server.ts'
import { readInbox } from '#mail/inbox-transport.server.ts'
import { readSandboxInbox } from '#mail/sandbox-inbox.server.ts'

/** Lists the mails of local mode, or those of the visitor's own sandbox, newest first. */
export const listInbox = createServerFn({ method: 'GET' })
  .middleware([requireBuiltInInbox])
  .handler(() => (findSandbox() ? readSandboxInbox() : readInbox(environment().dataDir)))
