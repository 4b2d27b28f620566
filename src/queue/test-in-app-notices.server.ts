import { onTestFinished } from 'vitest'
import type { SQL } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { registerInAppNotices, type NewInAppNotice } from './in-app-notices.server.ts'

/** A notice, with the addresses of its recipients. */
type RecordedNotice = Omit<NewInAppNotice, 'to'> & { to: string[] }

/** Records the notices that users find in the app, until the test has finished. @param settled collects the settled ones */
export function recordInAppNotices(settled: Omit<RecordedNotice, 'path'>[] = []): RecordedNotice[] {
  const recorded: RecordedNotice[] = []
  const addressesOf = async (db: Database, to: SQL | undefined) =>
    (await db.select({ email: user.email }).from(user).where(to)).map(({ email }) => email)
  registerInAppNotices([
    {
      inAppNotices: {
        store: async (db, { to, ...notice }) => {
          recorded.push({ ...notice, to: await addressesOf(db, to) })
        },
        settle: async (db, { to, ...notice }) => {
          settled.push({ ...notice, to: await addressesOf(db, to) })
        },
      },
    },
  ])
  onTestFinished(() => registerInAppNotices([]))
  return recorded
}
