import { eq, sql, type SQL } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type * as appConfigModule from '#app.config'
import { endInvitation, findInvitationOf, inviteUser } from '#auth/account-invitations.server.ts'
import type { Database } from '#db/client.ts'
import { invitation, organization, organizationInvitation, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { invitationToken } from '#queue/send-invitation.server.ts'
import { organizationInvitationToken } from '#queue/send-organization-invitation.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import { findInvitation } from './invitation.server.ts'

// The two kinds of invitations get different lifetimes.
vi.mock('#app.config', async (original) => {
  const { appConfig } = await original<typeof appConfigModule>()
  const days = { invitation: { ...appConfig.invitation, days: 9 } }
  const ofOrganizations = { ...appConfig.organization, invitation: { ...appConfig.organization.invitation, days: 5 } }
  return { appConfig: { ...appConfig, ...days, organization: ofOrganizations } }
})

type Change = (db: Database, id: string) => Promise<unknown>

const set =
  (values: Partial<Record<'email' | 'lastSignInAt', string | SQL>>): Change =>
  (db, id) =>
    db
      .update(user)
      .set(values as Partial<typeof user.$inferInsert>)
      .where(eq(user.id, id))

test.each<[string, string, Change]>([
  ['is open', 'open', () => Promise.resolve()],
  ['is used', 'used', set({ lastSignInAt: sql`now()` })],
  [
    'has expired',
    'over',
    (db, id) =>
      db
        .update(invitation)
        .set({ endsAt: sql`now() - interval '1 second'` })
        .where(eq(invitation.userId, id)),
  ],
  ['was withdrawn', 'withdrawn', (db, id) => endInvitation(db, id)],
  [
    'was withdrawn together with its new user',
    'withdrawn',
    async (db, id) => {
      await endInvitation(db, id)
      await db.delete(user).where(eq(user.id, id))
    },
  ],
  ['was sent to another address', 'gone', set({ email: 'elsewhere@invited.example' })],
  ['belongs to a deleted user', 'gone', (db, id) => db.delete(user).where(eq(user.id, id))],
])('the link of an invitation that %s shows the state: %s', (_what, state, change) =>
  rolledBack(async (db) => {
    const { id, email, token } = await invite(db)
    await change(db, id)
    const more = { open: { email }, over: { days: 9 } }[state]
    expect(await findInvitation(contextOn(db), { token })).toEqual({ state, ...more })
  })(),
)

test(
  'an open invitation into an organization names the organization and the inviter; an expired one its lifetime',
  rolledBack(async (db) => {
    const [into] = await db.insert(organization).values({ name: 'Engines' }).returning({ id: organization.id })
    const [inviter] = await db
      .insert(user)
      .values({ email: 'olga@invited.example', name: 'Olga' })
      .returning({ id: user.id })
    const email = 'ada@invited.example'
    const [made] = await db
      .insert(organizationInvitation)
      .values({
        organizationId: into?.id ?? '',
        inviterId: inviter?.id ?? '',
        email,
        role: 'member',
        expiresAt: sql`now() + interval '1 day'`,
      })
      .returning({ id: organizationInvitation.id })
    const token = organizationInvitationToken(made?.id ?? '')
    const named = { name: 'Engines', invitedBy: 'Olga' }
    expect(await findInvitation(contextOn(db), { token })).toEqual({ state: 'open', email, into: named })
    await db.delete(user).where(eq(user.email, 'olga@invited.example'))
    expect(await findInvitation(contextOn(db), { token })).toMatchObject({ into: { invitedBy: null } })
    await db.update(organizationInvitation).set({ expiresAt: sql`now() - interval '1 second'` })
    expect(await findInvitation(contextOn(db), { token })).toEqual({ state: 'over', days: 5 })
  }),
)

test(
  'a forged, incomplete, wrong or very long token returns the state gone',
  rolledBack(async (db) => {
    const { token } = await invite(db)
    const [id = '', signature = ''] = token.split('.')
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    const others = invitationToken(crypto.randomUUID())
    const odd = [
      '',
      id,
      `${id}.`,
      `${id}.${flipped}`,
      `${token}x`,
      ` ${token}`,
      `\u0000${token}`,
      '%00',
      'x'.repeat(1_000_000),
    ]
    for (const wrong of [...odd, others, `${id.toUpperCase()}.${signature}`])
      expect(await findInvitation(contextOn(db), { token: wrong })).toEqual({ state: 'gone' })
  }),
)

async function invite(db: Database) {
  const email = `${crypto.randomUUID()}@invited.example`
  const [made] = await db.insert(user).values([{ email }]).returning({ id: user.id })
  const id = made?.id ?? ''
  const [chief] = await db
    .insert(user)
    .values({ email: `chief-${email}`, name: 'Chief' })
    .returning()
  await inviteUser(contextOn(db, { id: chief?.id ?? '', name: 'Chief' }), { id, language: 'en' })
  const found = await findInvitationOf(db, id)
  return { id, email, token: invitationToken(found?.id ?? '') }
}
