import { inArray, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { adminAddress, knownBrowser, user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { acceptedAddressKeys } from '#one-time-code/code-client.server.ts'

/**
 * Whether a new account becomes an administrator: ADMIN_EMAILS contains its address, no administrator ever had that address,
 * and no browser has signed in with that address before. The last condition does not apply while no administrator exists.
 * @param email verified, in lower case
 */
export async function becomesAdministrator(db: Database, email: string): Promise<boolean> {
  if (!environment().adminEmails.includes(email)) return false
  const [found] = await db.execute<{ isFirst: boolean }>(sql`
    select not exists (select from ${adminAddress} where hash = address_hash(${email}))
      and (
        not exists (select from ${user} where role = 'admin')
        or not exists (select from ${knownBrowser} where ${inArray(knownBrowser.addressKey, acceptedAddressKeys(email))})
      ) as "isFirst"`)
  return found?.isFirst === true
}
