import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runInSandbox } from '#db/sandbox.ts'
import { ownDatabase } from '#db/test-database.ts'
import type { Mail } from './mail.ts'
import { readSandboxInbox, sandboxTransport } from './sandbox-inbox.server.ts'

const own = ownDatabase()
const mail = (id: string): Mail => ({ id, to: 'ada@example.org', subject: `Mail ${id}`, html: '<p>x</p>', text: 'x' })

test(
  'a sandbox stores the newest emails, each once; outside of a sandbox no email is stored',
  own.rolledBack(async (db) => {
    const sandbox = { db, url: '', endsAt: new Date(Date.now() + 60_000), isFull: false }
    await sandboxTransport.send(mail('nobody’s'))
    await runInSandbox(sandbox, async () => {
      for (let nth = 0; nth < 60; nth += 1) {
        // All mails of a transaction have the same time, so the earlier ones are moved back.
        await db.execute(sql`update sandbox_mail set sent_at = sent_at - interval '1 second'`)
        await sandboxTransport.send(mail(String(nth)))
      }
      await sandboxTransport.send(mail('59'))
      const kept = await readSandboxInbox()
      expect(kept.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, nth) => String(59 - nth)))
    })
  }),
)
