import { eq, sql } from 'drizzle-orm'
import { database } from '#db/client.ts'
import {
  bulkJob,
  bulkJobRow,
  invitation,
  member,
  organization,
  organizationInvitation,
  repository,
  session,
  user,
} from '#db/schema.ts'

/**
 * Adds a row of a kind that an administrator can change, and its parts.
 * @returns their IDs, by their names in paths; undefined for another kind
 */
export async function addRows(kind: string, ownerId: string): Promise<Record<string, string> | undefined> {
  const db = database()
  const id = crypto.randomUUID()
  const addUser = async () => {
    const userId = crypto.randomUUID()
    await db.insert(user).values({ id: userId, email: `${userId}@example.com`, name: userId })
    return userId
  }
  if (kind === 'users') {
    const userId = await addUser()
    await addInvitation(userId)
    return { id: userId, sessionId: await addSession(userId) }
  }
  if (kind === 'jobs') {
    await db.execute(sql`
      insert into bulk_job (id, kind, status, actor_id, actor_name, undo_until)
      values (${id}, 'user-unban', 'done', ${ownerId}, 'Ada', now() + interval '1 day')`)
    return { id }
  }
  if (kind === 'organizations') return { id, ...(await addOrganization(id, ownerId, await addUser())) }
  if (kind === 'webhooks') return { id, ...(await addWebhook(id)) }
  if (kind === 'imports') return addDraft(id, ownerId)
  if (kind !== 'repositories') return undefined
  await db.insert(repository).values({ id, name: id, link: 'https://example.com' })
  return { id }
}

/** Adds a checked draft of an import with one good row. */
async function addDraft(id: string, ownerId: string) {
  const input = {
    fileName: 'a.csv',
    header: ['name', 'link'],
    columns: { name: 0, link: 1 },
    isRead: true,
    checkedTo: null,
  }
  const job = { kind: 'import-repositories', status: 'draft', actorId: ownerId, actorName: 'Ada', total: 1 } as const
  await database()
    .insert(bulkJob)
    .values({ ...job, id, input })
  await database()
    .insert(bulkJobRow)
    .values({ jobId: id, position: 2, input: [id, 'https://example.com'] })
  return { id }
}

async function addInvitation(userId: string) {
  const email = `${userId}@example.com`
  const sent = { userId, email, language: 'en', mailId: userId, endsAt: sql`now() + interval '1 day'` }
  await database().insert(invitation).values(sent)
  await database().update(user).set({ invitedAt: new Date() }).where(eq(user.id, userId))
}

async function addSession(userId: string) {
  const id = crypto.randomUUID()
  const expiresAt = new Date(Date.now() + 86_400_000)
  await database().insert(session).values({ id, userId, token: id, expiresAt })
  return id
}

async function addOrganization(organizationId: string, ownerId: string, userId: string) {
  const db = database()
  const invitationId = crypto.randomUUID()
  await db.insert(organization).values({ id: organizationId, name: 'Readers' })
  await db.insert(member).values([
    { organizationId, userId: ownerId, role: 'owner' },
    { organizationId, userId, role: 'member' },
  ])
  const email = `${invitationId}@example.com`
  const invitation = { id: invitationId, organizationId, email, role: 'member', language: 'en' } as const
  await db.insert(organizationInvitation).values({ ...invitation, expiresAt: sql`now() + interval '1 day'` })
  return { userId, invitationId }
}

/** Adds a webhook with a delivery, in place of all others, because their number is limited. */
async function addWebhook(id: string) {
  const db = database()
  const deliveryId = crypto.randomUUID()
  await db.execute(sql`delete from webhook`)
  await db.execute(sql`
    insert into webhook (id, url, events, sealed_secret) values (${id}, 'https://example.com/', '{user.created}', 'x')`)
  await db.execute(sql`
    insert into webhook_delivery (id, webhook_id, type) values (${deliveryId}, ${id}, 'webhook.test')`)
  return { deliveryId }
}
