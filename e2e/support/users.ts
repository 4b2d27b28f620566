import { type App, someEmail } from './app.ts'
import { openSession } from './sessions.ts'
import { Visitor } from './visitor.ts'

interface AddedUser {
  id: string
  email: string
  name: string
}

interface UserTraits {
  role?: 'admin' | 'user'
  /** The name; empty for a user who has not completed onboarding. */
  name?: string
  banned?: boolean
  banReason?: string | null
  banExpires?: Date | null
}

/** Adds a user that no other test uses, with rate limits of their own. They can sign in with their address. */
export async function addUser(app: App, traits: UserTraits = {}): Promise<AddedUser> {
  const { role = 'user', name = 'Some One', banned = false, banReason = null, banExpires = null } = traits
  const email = someEmail(role)
  const [made] = await app.sql<{ id: string }[]>`
    insert into "user" (email, name, role, email_verified, banned, ban_reason, ban_expires)
    values (${email}, ${name}, ${role}, true, ${banned}, ${banReason}, ${banExpires})
    returning id`
  return { id: made?.id ?? '', email, name }
}

/** Adds a user like `addUser`. @returns their address */
export async function newUserEmail(app: App, traits: UserTraits = {}): Promise<string> {
  return (await addUser(app, traits)).email
}

/** Adds a user like `addUser`, with a visitor who is signed in as them. */
export async function addVisitor(app: App, traits: UserTraits = {}): Promise<AddedUser & { visitor: Visitor }> {
  const user = await addUser(app, traits)
  return { ...user, visitor: new Visitor(app).withCookie(await openSession(app, user.id)) }
}
