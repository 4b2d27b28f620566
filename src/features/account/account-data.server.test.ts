import { describe, expect, test } from 'vitest'
import type { Session } from '#auth/current-session.server.ts'
import type { Database } from '#db/client.ts'
import { account, historyEvent, passkey, session, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { listOwnEvents, recordAudit } from '#audit/audit.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import { registerAccountHooks } from '#auth/account-hooks.server.ts'
import { serverFeatures } from '../../features.server.ts'
import { collectUserData } from './account-data.server.ts'

registerAccountHooks(serverFeatures)

describe('listOwnEvents', () => {
  test(
    'returns what happened to the account, without the addresses and reasons of administrators',
    rolledBack(async (db) => {
      const { viewer } = await signedIn(db)
      const chief = { id: crypto.randomUUID(), name: 'Chief' }
      const byChief = contextOn(db, chief)
      await recordAudit(byChief, { action: 'user-banned', subject: viewer, reason: 'spam' })
      await recordAudit(byChief, { action: 'impersonation-started', subject: viewer, reason: 'asked to help' })
      await recordAudit(contextOn(db, viewer), { action: 'signed-in' })
      await recordAudit(contextOn(db, viewer), { action: 'user-updated', subject: chief })
      const { rows: entries } = await listOwnEvents(contextOn(db), { id: viewer.id, before: null })
      expect(entries.map(({ action, actorName, reason }) => [action, actorName, reason])).toEqual([
        ['signed-in', viewer.name, null],
        ['impersonation-started', 'Chief', 'asked to help'],
        ['user-banned', 'Chief', null],
      ])
    }),
  )

  test(
    'returns no address of another user',
    rolledBack(async (db) => {
      const { viewer } = await signedIn(db)
      const event = {
        action: 'user-banned' as const,
        subjectId: viewer.id,
        subjectName: 'Ada',
        ipAddress: '203.0.113.9',
      }
      await db.insert(historyEvent).values([
        { ...event, actorId: crypto.randomUUID(), actorName: 'Chief' },
        { ...event, actorId: null, actorName: null },
        { ...event, action: 'signed-in', actorId: viewer.id, actorName: 'Ada' },
      ])
      const { rows: entries } = await listOwnEvents(contextOn(db), { id: viewer.id, before: null })
      expect(entries.map(({ ipAddress }) => ipAddress)).toEqual(['203.0.113.9', null, null])
    }),
  )
})

test(
  'a data export contains all data of its user, none of others, no token and no IP address of administrators',
  rolledBack(async (db) => {
    const own = await signedIn(db)
    await signedIn(db, 'other')
    await db.insert(account).values({
      userId: own.viewer.id,
      providerId: 'github',
      accountId: crypto.randomUUID(),
      accessToken: 'an-access-token',
    })
    const key = { credentialId: crypto.randomUUID(), publicKey: new Uint8Array([7]), counter: 1, transports: [] }
    await db.insert(passkey).values({ ...key, userId: own.viewer.id, name: 'My phone' })
    await db.insert(historyEvent).values({
      action: 'user-updated',
      actorId: crypto.randomUUID(),
      subjectId: own.viewer.id,
      ipAddress: '203.0.113.9',
    })
    const data = await collectUserData({ ...contextOn(db, own.viewer), session: own })
    expect(data).toMatchObject({
      profile: { email: own.viewer.email, name: 'Ada Old', role: 'user' },
      linkedAccounts: [{ provider: 'github' }],
      passkeys: [{ name: 'My phone', lastUsedAt: null }],
      sessions: [{ id: own.id, isCurrent: true }],
      history: [{ action: 'user-updated' }, { action: 'data-downloaded' }],
    })
    expect(JSON.stringify(data)).not.toContain(key.credentialId)
    expect(JSON.stringify(data)).not.toMatch(/token|203\.0\.113\.9|other/)
  }),
)

async function signedIn(db: Database, name = 'ada'): Promise<Session> {
  const email = `${name}-${crypto.randomUUID()}@account.example`
  const [record] = await db.insert(user).values({ email, name: 'Ada Old' }).returning()
  if (!record) throw new Error('no user was added')
  const [made] = await db
    .insert(session)
    .values({ userId: record.id, token: crypto.randomUUID(), expiresAt: new Date(Date.now() + 60_000) })
    .returning()
  if (!made) throw new Error('no session was added')
  return {
    id: made.id,
    createdAt: made.createdAt,
    secondFactorAt: null,
    expiresAt: made.expiresAt,
    impersonatedBy: null,
    organization: null,
    organizations: [],
    viewer: {
      id: record.id,
      email,
      name: record.name,
      role: 'user',
      permissions: [],
      impersonationSecondsLeft: null,
      needsSecondFactor: false,
      needsOnboarding: false,
      isOfferedPasskey: false,
      organization: null,
      organizations: [],
      permissionsInOrganization: [],
      lacksRecoveryCodes: false,
    },
  }
}
