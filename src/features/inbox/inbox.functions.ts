import { createServerFn } from '@tanstack/react-start'
import { requireLocalMode } from '#auth/guards.ts'
import { environment } from '#env/environment.server.ts'
import { readInbox } from '#mail/inbox-transport.server.ts'

/** Lists the mails that the local server sent. */
export const listInbox = createServerFn({ method: 'GET' })
  .middleware([requireLocalMode])
  .handler(() => readInbox(environment().dataDir))
