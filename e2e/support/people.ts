import { type App, someEmail } from './app.ts'

interface Person {
  id: string
  email: string
  name: string
}

/** Somebody new in the database, with limits of their own: sign them in by their address. */
export async function addPerson(app: App, { role = 'user', name = 'Some One' } = {}): Promise<Person> {
  const email = someEmail()
  const [made] = await app.sql<{ id: string }[]>`
    insert into "user" (email, name, role) values (${email}, ${name}, ${role}) returning id`
  return { id: made?.id ?? '', email, name }
}
