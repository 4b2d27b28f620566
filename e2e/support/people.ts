import { type App, someEmail } from './app.ts'
import { Visitor } from './visitor.ts'

interface SomebodyNew {
  id: string
  name: string
  email: string
}

/** Adds somebody nobody knew before, as an administrator or a user. */
export async function addSomebody(app: App, role: 'admin' | 'user', name = 'Some Body'): Promise<SomebodyNew> {
  const email = someEmail(role)
  const [made] = await app.sql<
    { id: string }[]
  >`insert into "user" (email, name, role) values (${email}, ${name}, ${role}) returning id`
  if (!made) throw new Error('nobody was added')
  return { id: made.id, name, email }
}

/** Adds somebody who is signed in. */
export async function addVisitor(app: App, role: 'admin' | 'user', name?: string) {
  const person = await addSomebody(app, role, name)
  const visitor = new Visitor(app)
  await visitor.signIn(person.email)
  return { ...person, visitor }
}
