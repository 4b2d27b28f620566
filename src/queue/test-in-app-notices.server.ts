import { onTestFinished } from 'vitest'
import { user } from '#db/schema.ts'
import { registerInAppNotices, type NewInAppNotice } from './in-app-notices.server.ts'

/** A notice, with the addresses of its recipients. */
type RecordedNotice = Omit<NewInAppNotice, 'to'> & { to: string[] }

/** Records the notices that users find in the app, until the test has finished. */
export function recordInAppNotices(): RecordedNotice[] {
  const recorded: RecordedNotice[] = []
  registerInAppNotices([
    {
      storeInAppNotice: async (db, { to, ...notice }) => {
        const recipients = await db.select({ email: user.email }).from(user).where(to)
        recorded.push({ ...notice, to: recipients.map(({ email }) => email) })
      },
    },
  ])
  onTestFinished(() => registerInAppNotices([]))
  return recorded
}
