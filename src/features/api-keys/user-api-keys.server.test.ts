import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SessionContext } from '#auth/current-session.server.ts'
import { permissionsOf, type Role } from '#auth/permissions.ts'
import type { Database } from '#db/client.ts'
import { apiKey, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { readKeysOfUser } from './user-api-keys.server.ts'

test(
  'administrators see the API keys of other administrators',
  rolledBack(async (db) => {
    const [chief, colleague, former] = [await owner(db, 'admin'), await owner(db, 'admin'), await owner(db, 'user')]
    const seen = async (id: string, viewer: Role = 'admin') => {
      const role = id === former ? 'user' : 'admin'
      return (await readKeysOfUser(viewedBy(db, chief, viewer), { id, role }))?.value ?? []
    }
    expect(await seen(colleague)).toMatchObject([{ name: 'CI', scopes: ['user:list'], isExpired: false }])
    expect(await seen(chief), 'their own stand on their own page').toEqual([])
    expect(await seen(former), 'of no administrator').toEqual([])
    expect(await seen(colleague, 'user'), 'without the permission').toEqual([])
  }),
)

function viewedBy(db: Database, id: string, role: Role): SessionContext {
  return {
    ...contextOn(db, { id, name: 'Ada' }),
    session: { viewer: { id, permissions: permissionsOf(role) } },
  } as unknown as SessionContext
}

/** Adds a user with an API key. @returns their id */
async function owner(db: Database, role: Role): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  const [record] = await db.insert(user).values({ email, name: 'Ada', role }).returning({ id: user.id })
  const userId = record?.id ?? ''
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
