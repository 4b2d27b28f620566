import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SessionContext } from '#auth/current-session.server.ts'
import { permissionsOf, type Role } from '#auth/permissions.ts'
import type { Database } from '#db/client.ts'
import { apiKey, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { getUserWithKeys } from './user-detail.server.ts'

test(
  'a person comes with the API keys that whoever looks can revoke: those of another administrator',
  rolledBack(async (db) => {
    const [chief, colleague, former] = [await owner(db, 'admin'), await owner(db, 'admin'), await owner(db, 'user')]
    const seen = async (role: Role, id: string) => (await getUserWithKeys(viewedBy(db, chief, role), { id })).apiKeys
    expect(await seen('admin', colleague)).toMatchObject([{ name: 'CI', scopes: ['user:list'], hasEnded: false }])
    expect(await seen('admin', chief), 'their own stand on their own page').toEqual([])
    expect(await seen('admin', former), 'of no administrator').toEqual([])
    expect(await seen('user', colleague), 'without the permission').toEqual([])
  }),
)

function viewedBy(db: Database, id: string, role: Role): SessionContext {
  const session = { viewer: { id, permissions: permissionsOf(role) } }
  return { ...contextOn(db, { id, name: 'Ada' }), session } as unknown as SessionContext
}

/** Adds somebody with an API key. @returns their id */
async function owner(db: Database, role: Role): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  const [person] = await db.insert(user).values({ email, name: 'Ada', role }).returning({ id: user.id })
  const userId = person?.id ?? ''
  await db.insert(apiKey).values({
    userId,
    name: 'CI',
    secretHash: email,
    scopes: ['user:list'],
    hasSecondFactor: false,
    expiresAt: sql`now() + interval '1 day'`,
  })
  return userId
}
