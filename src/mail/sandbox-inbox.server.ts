import { desc, sql } from 'drizzle-orm'
import { database } from '#db/client.ts'
import { findSandbox } from '#db/sandbox.ts'
import { sandboxMail } from '#db/schema.ts'
import { MAX_INBOX_MAILS, type InboxMail } from './inbox-transport.server.ts'
import type { MailTransport } from './mail.ts'

/** The transport of a demo: stores the mails of a visitor's sandbox, so that /dev/inbox can show them, and drops all others. */
export const sandboxTransport: MailTransport = {
  async send(mail) {
    if (!findSandbox()) return
    await database().insert(sandboxMail).values(mail).onConflictDoNothing()
    await database().execute(sql`
      delete from ${sandboxMail} where ${sandboxMail.id} in (
        select ${sandboxMail.id} from ${sandboxMail} order by ${sandboxMail.sentAt} desc offset ${MAX_INBOX_MAILS})`)
  },
  probe: () => Promise.resolve(),
}

/** Returns the mails of the sandbox that the current request belongs to, newest first. */
export async function readSandboxInbox(): Promise<InboxMail[]> {
  const mails = await database().select().from(sandboxMail).orderBy(desc(sandboxMail.sentAt))
  return mails.map((mail) => ({ ...mail, sentAt: mail.sentAt.toISOString() }))
}
