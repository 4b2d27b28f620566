import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { closeDatabase, database } from '#db/client.ts'
import { organization, organizationInvitation, user } from '#db/schema.ts'
import type { MailTransport } from '#mail/mail.ts'
import { sendOrganizationInvitation } from './send-organization-invitation.server.ts'

const transport = vi.hoisted(() => ({ send: vi.fn<MailTransport['send']>() }))
vi.mock('#mail/transport.server.ts', () => ({ mailTransport: () => transport }))

const INVITER = 'inviter@banned.example'
const NAME = 'Banned Engines'

afterEach(async () => {
  await database().delete(organization).where(eq(organization.name, NAME))
  await database()
    .delete(user)
    .where(inArray(user.email, [INVITER]))
})
afterAll(closeDatabase)

test('an organization invitation email is not sent while its inviter is banned, and is sent when the ban is over', async () => {
  const db = database()
  const [inviter] = await db.insert(user).values({ email: INVITER, banned: true }).returning({ id: user.id })
  const [engines] = await db.insert(organization).values({ name: NAME }).returning({ id: organization.id })
  const [job] = await db
    .insert(organizationInvitation)
    .values({
      organizationId: engines?.id ?? '',
      email: 'guest@banned.example',
      role: 'member',
      language: 'en',
      inviterId: inviter?.id,
      expiresAt: sql`now() + interval '1 day'`,
    })
    .returning({ invitationId: organizationInvitation.id, mailId: organizationInvitation.mailId })
  if (!job) throw new Error('no invitation was queued')
  await sendOrganizationInvitation(job)
  expect(transport.send).not.toHaveBeenCalled()
  await db
    .update(user)
    .set({ banExpires: sql`now() - interval '1 second'` })
    .where(eq(user.email, INVITER))
  await sendOrganizationInvitation(job)
  expect(transport.send).toHaveBeenCalledTimes(1)
})
