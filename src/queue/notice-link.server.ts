import type { Database } from '#db/client.ts'
import { noticeLink } from '#db/schema.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import { signedIdIn, signId } from '#lib/signed-id.server.ts'

const PURPOSE = 'notice-link'

/** Creates the link of a notice, in the transaction of the event that it reports. @returns the token for its URL */
export async function createNoticeLink(db: Database, link: typeof noticeLink.$inferInsert): Promise<string> {
  const id = crypto.randomUUID()
  await db.insert(noticeLink).values({ ...link, id })
  return signId(environment().secret, PURPOSE, id)
}

/** Returns the id of the link that a token names; undefined if its signature isn't valid. */
export function noticeLinkIdIn(token: string): string | undefined {
  return signedIdIn(acceptedSecrets(), PURPOSE, token)
}
