import type { App } from './app.ts'
import { someEmail } from './app.ts'

interface Traits {
  role?: 'admin' | 'user'
  /** Empty for somebody who has not been through onboarding. */
  name?: string
  banned?: boolean
  banReason?: string | null
  banExpires?: Date | null
}

/**
 * Somebody with an account that no other test knows.
 * @returns their e-mail address
 */
export async function aPerson(app: App, traits: Traits = {}): Promise<string> {
  const { role = 'user', name = 'Pat Person', banned = false, banReason = null, banExpires = null } = traits
  const email = someEmail(role)
  await app.sql`
    insert into "user" (email, name, role, email_verified, banned, ban_reason, ban_expires)
    values (${email}, ${name}, ${role}, true, ${banned}, ${banReason}, ${banExpires})`
  return email
}
