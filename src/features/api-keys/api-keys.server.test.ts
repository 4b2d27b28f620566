import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { SessionContext } from '#auth/current-session.server.ts'
import { registerAccountHooks, runSecureAccountHooks } from '#auth/account-hooks.server.ts'
import { requireApiCaller } from './api-key-lookup.server.ts'
import { listApiKeys } from './user-api-keys.server.ts'
import type { Database } from '#db/client.ts'
import { apiKey, historyEvent, session, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { snapshotUser, restoreUser } from '#user/deleted-user-snapshot.server.ts'
import { parseApiToken } from '#lib/api-token.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import { apiKeyFields, apiKeyInput } from './api-keys.schema.ts'
import { expiryOf } from './key-lifetime.ts'
import { createApiKey, revokeApiKey, revokeApiKeyOf } from './api-keys.server.ts'
import { apiKeys } from './feature.server.ts'
import { apiKeysConfig } from './api-keys.config.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const INPUT = { name: 'CI', scopes: 'user:list,repository:read', endsAt: inDays(30) }

async function signedIn(db: Database, { secondFactorAt = null }: { secondFactorAt?: Date | null } = {}) {
  const email = `${crypto.randomUUID()}@example.com`
  const [record] = await db.insert(user).values({ email, name: 'Ada', role: 'admin' }).returning({ id: user.id })
  const id = record?.id ?? ''
  const [own] = await db
    .insert(session)
    .values({ userId: id, token: email, expiresAt: sql`now() + interval '1 day'` })
    .returning({ id: session.id })
  const viewer = { id }
  return {
    ...contextOn(db, { id, name: 'Ada' }),
    session: { id: own?.id, viewer, secondFactorAt },
  } as unknown as SessionContext
}

test(
  'a new key works with its scopes, is in the history and an email, and is stored as a hash',
  rolledBack(async (db) => {
    const context = await signedIn(db, { secondFactorAt: new Date() })
    const { id, token } = await createApiKey(context, INPUT)
    const owner = { id: context.actor.id, name: 'Ada' }
    const scopes = ['user:list', 'repository:read']
    expect(await listApiKeys(context, context.session.viewer)).toMatchObject([
      {
        id,
        name: 'CI',
        start: token.slice(0, appConfig.tokenPrefix.length + 8),
        scopes,
        lastUsedAt: null,
        isExpired: false,
      },
    ])
    expect(await requireApiCaller(`Bearer ${token}`, db)).toEqual({ keyId: id, keyName: 'CI', scopes, owner })

    const [row] = await db.select().from(apiKey).where(eq(apiKey.id, id))
    expect(row).toMatchObject({ secretHash: parseApiToken(token)?.secretHash, hasSecondFactor: true })
    expect(JSON.stringify(row)).not.toContain(token.slice(36))
    const told = await db.select().from(historyEvent).where(eq(historyEvent.subjectId, owner.id))
    expect(told).toMatchObject([{ action: 'api-key-created', actorId: owner.id, after: { apiKey: 'CI' } }])
    const [mails] = await db.execute<{ count: number }>(
      sql`select count(*)::int from graphile_worker._private_jobs where payload->>'kind' = 'api-key-created'`,
    )
    expect(mails?.count).toBe(1)
  }),
)

test(
  'a revoked key is invalid immediately, and only its owner can revoke it',
  rolledBack(async (db) => {
    const [context, stranger] = [await signedIn(db), await signedIn(db)]
    const { id, token } = await createApiKey(context, INPUT)
    await expect(revokeApiKey(stranger, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await listApiKeys(stranger, stranger.session.viewer)).toEqual([])
    await revokeApiKey(context, { id })
    await expect(requireApiCaller(`Bearer ${token}`, db)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(revokeApiKey(context, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }),
)

test(
  'an administrator can revoke the key of another one, who is notified; the history names the actor',
  rolledBack(async (db) => {
    const [context, colleague] = [await signedIn(db), await signedIn(db)]
    const owner = context.session.viewer
    const { id, token } = await createApiKey(context, INPUT)
    expect(await listApiKeys(colleague, owner)).toMatchObject([{ id, name: 'CI' }])
    const wrong = { id, personId: colleague.session.viewer.id }
    await expect(revokeApiKeyOf(colleague, wrong)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await revokeApiKeyOf(colleague, { id, personId: owner.id })
    await expect(requireApiCaller(`Bearer ${token}`, db)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const told = await db.select().from(historyEvent).where(eq(historyEvent.subjectId, owner.id))
    expect(told.at(-1)).toMatchObject({ action: 'api-key-revoked', actorId: colleague.actor.id })
    const [mails] = await db.execute<{ count: number }>(
      sql`select count(*)::int from graphile_worker._private_jobs where payload->>'kind' = 'api-key-revoked'`,
    )
    expect(mails?.count).toBe(1)
  }),
)

test(
  'without a recent sign-in, keys can be neither created nor revoked',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    const { id } = await createApiKey(context, INPUT)
    await db
      .update(session)
      .set({ createdAt: sql`now() - make_interval(mins => ${appConfig.session.recentAuthenticationMinutes + 1})` })
      .where(eq(session.id, context.session.id))
    await expect(createApiKey(context, INPUT)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    await expect(revokeApiKey(context, { id })).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  }),
)

test(
  'the number of keys is limited, and expired keys do not count',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    for (let made = 0; made < apiKeysConfig.maxPerUser; made += 1) await createApiKey(context, INPUT)
    await expect(createApiKey(context, INPUT)).rejects.toMatchObject({ details: { fields: { name: 'tooMany' } } })
    await db
      .update(apiKey)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(apiKey.userId, context.actor.id))
    await expect(createApiKey(context, INPUT)).resolves.toMatchObject({ id: expect.any(String) })
  }),
)

test(
  'all keys of a user are revoked when the user reports a sign-in by a stranger',
  rolledBack(async (db) => {
    const [context, other] = [await signedIn(db), await signedIn(db)]
    for (const owner of [context, other]) await createApiKey(owner, INPUT)
    registerAccountHooks([apiKeys])
    await runSecureAccountHooks(db, context.actor.id)
    expect([await listApiKeys({ db }, context.actor), await listApiKeys({ db }, other.actor)]).toMatchObject([[], [{}]])
  }),
)

test(
  'a deleted user is restored without API keys',
  rolledBack(async (db) => {
    // A second administrator, because the only one cannot be deleted.
    const [context] = [await signedIn(db), await signedIn(db)]
    await createApiKey(context, INPUT)
    const kept = await snapshotUser(db, context.actor.id)
    await db.delete(user).where(eq(user.id, context.actor.id))
    await restoreUser(db, kept)
    expect(await db.$count(user, eq(user.id, context.actor.id))).toBe(1)
    expect(await listApiKeys({ db }, context.actor)).toEqual([])
  }),
)

test('a key needs an end within a year, a visible name and existing scopes', () => {
  const problemsOf = (changed: object) => {
    const parsed = apiKeyInput.safeParse({ ...INPUT, ...changed })
    return (parsed.error?.issues ?? []).map(({ path }) => path.join('.'))
  }
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ endsAt: inDays(365) })).toEqual([])
  for (const endsAt of [inDays(-1), inDays(368), '', 'x']) expect(problemsOf({ endsAt })).toEqual(['endsAt'])
  for (const scopes of ['', 'user:list,', 'user:impersonate', 'x', 'user:list,user:list'])
    expect(problemsOf({ scopes })).toContain('scopes')
  for (const name of ['', ' ', 'x'.repeat(61), '\u200B']) expect(problemsOf({ name })).toEqual(['name'])
})

test('a key with a last day is valid until the end of that day', () => {
  const day = inDays(3).slice(0, 10)
  expect(expiryOf({ lifetime: 'until', lastDay: day })).toBe(new Date(`${day}T23:59:59.999`).toISOString())
  const fields = { name: 'CI', scopes: 'user:list', lifetime: 'until' }
  expect(apiKeyFields.safeParse({ ...fields, lastDay: day }).success).toBe(true)
  for (const lastDay of ['', 'soon', '2020-01-01', '9999-12-31', '2020-13-45'])
    expect(apiKeyFields.safeParse({ ...fields, lastDay }).error?.issues[0]?.path).toEqual(['lastDay'])
  expect(apiKeyFields.safeParse({ ...fields, lifetime: '30', lastDay: '' }).success).toBe(true)
})
