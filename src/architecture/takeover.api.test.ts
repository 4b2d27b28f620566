import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { SessionContext } from '#auth/current-session.server.ts'
import { registerBulkKinds } from '#bulk/bulk-kind.server.ts'
import type { Database } from '#db/client.ts'
import { session, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { runUserOperation } from './takeover.api.ts'
import { getUserFields } from '#features/users/users-change.server.ts'
import { userKinds } from '#features/users/users.bulk.server.ts'

registerBulkKinds(userKinds)

const OWN = 'own@takeover.example'
const STOLEN_EMAIL = 'stolen@takeover.example'

// Use a separate database, because other tests count administrators.
const { rolledBack } = ownDatabase()

describe('API keys', () => {
  const ordinary = ['user:list', 'user:create', 'user:set-role', 'user:set-email', 'user:ban', 'user:delete']
  const INPUTS: [string, unknown][] = [
    ['updateUser', { role: 'user' }],
    ['updateUser', { name: 'Renamed' }],
    ['banUser', { reason: 'spam', endsAt: null }],
    ['unbanUser', undefined],
    ['deleteUser', undefined],
  ]

  test.each(INPUTS)(
    'an API key without the scope for administrators cannot call %s on a current or recent administrator',
    (operation, body) =>
      rolledBack(async (db) => {
        const { attacker, id } = await setUpScene(db)
        const ask = () => runUserOperation(attacker, operation, id, body, ordinary)
        await expect(ask()).rejects.toThrow('user:change-administrators')
        await db.update(user).set({ role: 'user' }).where(eq(user.id, id))
        await expect(ask()).rejects.toThrow('user:change-administrators')
        await db.update(user).set({ lostAdminAt: null }).where(eq(user.id, id))
        await ask()
      })(),
  )

  test(
    'an API key cannot promote users, add administrators or change an email without the scope for it',
    rolledBack(async (db) => {
      const { attacker, id } = await setUpScene(db, { role: 'user' })
      await expect(runUserOperation(attacker, 'updateUser', id, { role: 'admin' }, ordinary)).rejects.toThrow(
        'user:change-administrators',
      )
      const body = { name: 'New', email: 'new@takeover.example', role: 'admin' }
      await expect(runUserOperation(attacker, 'createUser', '', body, ordinary)).rejects.toThrow(
        'user:change-administrators',
      )
      const withoutEmail = ordinary.filter((scope) => scope !== 'user:set-email')
      await runUserOperation(attacker, 'updateUser', id, { name: 'Renamed', email: OWN }, withoutEmail)
      await expect(runUserOperation(attacker, 'updateUser', id, { email: STOLEN_EMAIL }, withoutEmail)).rejects.toThrow(
        'user:set-email',
      )
      await runUserOperation(attacker, 'updateUser', id, { email: STOLEN_EMAIL }, ordinary)
      expect(await getUserFields(attacker, { id })).toMatchObject({ name: 'Renamed', email: STOLEN_EMAIL })
    }),
  )
})

/** Adds an administrator with an API key, a target user, and another administrator, so that none is the last administrator. */
async function setUpScene(db: Database, { role = 'admin' }: { role?: 'admin' | 'user' } = {}) {
  const [attacker, wanted] = await db
    .insert(user)
    .values([
      { email: 'attacker@takeover.example', name: 'Attacker', role: 'admin' },
      { email: OWN, name: 'Wanted', role, lastSignInAt: new Date() },
      { email: 'third@takeover.example', name: 'Third', role: 'admin' },
    ])
    .returning({ id: user.id, name: user.name })
  if (!attacker || !wanted) throw new Error('no administrator was added')
  const [opened] = await db
    .insert(session)
    .values({ userId: attacker.id, token: crypto.randomUUID(), expiresAt: sql`now() + interval '1 day'` })
    .returning({ id: session.id })
  const ofSession = { session: { id: opened?.id, viewer: { id: attacker.id } } }
  return { attacker: { ...contextOn(db, attacker), ...ofSession } as unknown as SessionContext, id: wanted.id }
}
