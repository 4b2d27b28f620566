import { type App, someEmail } from './app.ts'
import { longestName } from './lists.ts'
import { addLongestRepository } from './repositories.ts'

/** The rows that pages are about, each with the longest texts it may hold, without a space to break at. */
export interface World {
  newcomer: Someone
  user: Someone
  admin: Someone
  banned: Someone
  /** Whom an administrator acts as. */
  impersonated: Someone
  repository: { id: string; name: string }
  /** To whom a code is on its way. */
  askedEmail: string
}

interface Someone {
  id: string
  name: string
  email: string
}

/** Fills the database of an app under test with what the list of all pages is about. */
export async function makeWorld(app: App): Promise<World> {
  const admin = await addSomeone(app, { name: longestName('Hauptverwalterin'), role: 'admin' })
  const banned = await addSomeone(app, { name: longestName('Verbannter') })
  await app.sql`
    update "user" set banned = true, ban_reason = ${'r'.repeat(500)}, ban_expires = now() + interval '30 days'
    where id = ${banned.id}`
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name, reason, ip_address, before, after)
    values ('user-banned', ${admin.id}, ${admin.name}, ${banned.id}, ${banned.name}, ${'r'.repeat(500)}, '2001:db8::1',
            ${app.sql.json({ banExpires: null })}, ${app.sql.json({ banExpires: new Date().toISOString() })}),
           ('user-updated', ${admin.id}, ${admin.name}, ${banned.id}, ${banned.name}, null, '2001:db8::1',
            ${app.sql.json({ email: longestEmail() })}, ${app.sql.json({ email: banned.email })})`
  return {
    newcomer: await addSomeone(app, { name: '' }),
    user: await addSomeone(app, { name: longestName('Wolfeschlegel') }),
    admin,
    banned,
    impersonated: await addSomeone(app, { name: longestName('Freundin') }),
    repository: await addLongestRepository(app, admin.id),
    askedEmail: longestEmail(),
  }
}

async function addSomeone(
  app: App,
  { name, role = 'user' }: { name: string; role?: 'admin' | 'user' },
): Promise<Someone> {
  const email = longestEmail()
  const [made] = await app.sql<{ id: string }[]>`
    insert into "user" (email, name, role, email_verified) values (${email}, ${name}, ${role}, true) returning id`
  return { id: made?.id ?? '', name, email }
}

/** The longest address that mail servers take; no two are the same. */
function longestEmail(): string {
  const [unique = ''] = someEmail().split('@')
  return `${unique.padEnd(64, 'l')}@${'d'.repeat(63)}.${'e'.repeat(60)}.${'f'.repeat(59)}.com`
}
