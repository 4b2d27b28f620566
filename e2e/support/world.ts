import { type App, someEmail } from './app.ts'
import { addBulkJob } from './bulk-jobs.ts'
import { maxName } from './lists.ts'
import { addNotifications, type NotificationCount } from './notifications.ts'
import { addLongestRepository } from './repositories.ts'
import { addFailedWebhook, type WebhookOfWorld } from './webhooks.ts'

/** The rows that pages show, with texts of the maximum length, mostly without a space to break at. */
export interface World {
  newcomer: WorldUser
  invited: WorldUser
  user: WorldUser
  admin: WorldUser
  banned: WorldUser
  /** The user that an administrator acts as. */
  impersonated: WorldUser
  /** An owner of an organization with other members, who is invited to another organization. */
  member: WorldUser
  organization: { id: string; name: string; memberId: string }
  repository: { id: string; name: string }
  webhook: WebhookOfWorld
  notifications: NotificationCount
  /** A bulk job with a refused row. */
  job: { id: string }
  /** The address for which a code was requested. */
  askedEmail: string
}

interface WorldUser {
  id: string
  name: string
  email: string
}

/** Fills the database of an app under test with the rows that `ALL_PAGES` needs. */
export async function makeWorld(app: App): Promise<World> {
  const admin = await addSomeone(app, { name: maxName('Hauptverwalterin'), role: 'admin' })
  const banned = await addSomeone(app, { name: maxName('Verbannter') })
  await app.sql`
    update "user" set banned = true, ban_reason = ${'r'.repeat(500)}, ban_expires = now() + interval '30 days'
    where id = ${banned.id}`
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name, reason, ip_address, before, after)
    values ('user-banned', ${admin.id}, ${admin.name}, ${banned.id}, ${banned.name}, ${'r'.repeat(500)}, '2001:db8::1',
            ${app.sql.json({ banExpires: null })}, ${app.sql.json({ banExpires: new Date().toISOString() })}),
           ('user-updated', ${admin.id}, ${admin.name}, ${banned.id}, ${banned.name}, null, '2001:db8::1',
            ${app.sql.json({ email: maxEmail() })}, ${app.sql.json({ email: banned.email })})`
  const member = await addSomeone(app, { name: maxName('Mitglied') })
  const invited = await addSomeone(app, { name: maxName('Geladener') })
  await app.sql`update "user" set invited_at = now() where id = ${invited.id}`
  await app.sql`
    insert into invitation (user_id, email, language, invited_by_id, adds_person, mail_id, mail_state, ends_at)
    values (${invited.id}, ${invited.email}, 'ar', ${admin.id}, true, gen_random_uuid(), 'delayed', now() + interval '14 days')`
  return {
    member,
    organization: await addOrganization(app, member, banned),
    invited,
    newcomer: await addSomeone(app, { name: '' }),
    user: await addSomeone(app, { name: maxName('Wolfeschlegel') }),
    admin,
    banned,
    impersonated: await addSomeone(app, { name: maxName('Freundin') }),
    repository: await addLongestRepository(app, admin.id),
    webhook: await addFailedWebhook(app),
    notifications: await addNotifications(app, member, 'o'.repeat(60)),
    job: await addBulkJob(app, admin, banned),
    askedEmail: maxEmail(),
  }
}

async function addSomeone(
  app: App,
  { name, role = 'user' }: { name: string; role?: 'admin' | 'user' },
): Promise<WorldUser> {
  const email = maxEmail()
  const [made] = await app.sql<{ id: string }[]>`
    insert into "user" (email, name, role, email_verified) values (${email}, ${name}, ${role}, true) returning id`
  return { id: made?.id ?? '', name, email }
}

async function addOrganization(app: App, owner: WorldUser, other: WorldUser): Promise<World['organization']> {
  const [name, elsewhere] = ['o'.repeat(60), 'e'.repeat(60)]
  const [own, foreign] = await app.sql<{ id: string }[]>`
    insert into organization (name) values (${name}), (${elsewhere}) returning id`
  const [id = '', foreignId = ''] = [own?.id, foreign?.id]
  await app.sql`
    insert into member (organization_id, user_id, role)
    values (${id}, ${owner.id}, 'owner'), (${id}, ${other.id}, 'admin'), (${foreignId}, ${other.id}, 'owner')`
  await app.sql`
    insert into organization_invitation (organization_id, email, role, language, inviter_id, mail_state, expires_at)
    values (${id}, ${maxEmail()}, 'admin', 'ar', ${owner.id}, 'failed', now() + interval '14 days'),
           (${id}, ${maxEmail()}, 'member', 'ar', ${owner.id}, 'sent', now() - interval '1 day'),
           (${foreignId}, ${owner.email}, 'member', 'en', ${other.id}, 'sent', now() + interval '14 days')`
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name, before, after, owner_id)
    values ('organization-role-changed', ${owner.id}, ${owner.name}, ${other.id}, ${other.name},
            ${app.sql.json({ memberRole: 'member' })}, ${app.sql.json({ memberRole: 'admin' })}, ${id}),
           ('organization-renamed', ${owner.id}, ${owner.name}, ${owner.id}, ${owner.name},
            ${app.sql.json({ organization: elsewhere })}, ${app.sql.json({ organization: name })}, ${id})`
  return { id, name, memberId: other.id }
}

/** Returns a unique address of the maximum length that mail servers accept. */
function maxEmail(): string {
  const [unique = ''] = someEmail().split('@')
  return `${unique.padEnd(64, 'l')}@${'d'.repeat(63)}.${'e'.repeat(60)}.${'f'.repeat(59)}.com`
}
