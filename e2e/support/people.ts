import { type App, someEmail } from './app.ts'
import { openSession } from './sessions.ts'
import { Visitor } from './visitor.ts'

interface Person {
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
export async function addPerson(app: App, traits: UserTraits = {}): Promise<Person> {
  const { role = 'user', name = 'Some One', banned = false, banReason = null, banExpires = null } = traits
  const email = someEmail(role)
  const [made] = await app.sql<{ id: string }[]>`
    insert into "user" (email, name, role, email_verified, banned, ban_reason, ban_expires)
    values (${email}, ${name}, ${role}, true, ${banned}, ${banReason}, ${banExpires})
    returning id`
  return { id: made?.id ?? '', email, name }
}

/** Adds a user like `addPerson`. @returns their address */
export async function newPersonEmail(app: App, traits: UserTraits = {}): Promise<string> {
  return (await addPerson(app, traits)).email
}

/** Adds a user like `addPerson`, with a visitor who is signed in as them. */
export async function addVisitor(app: App, traits: UserTraits = {}): Promise<Person & { visitor: Visitor }> {
  const person = await addPerson(app, traits)
  return { ...person, visitor: new Visitor(app).withCookie(await openSession(app, person.id)) }
}
