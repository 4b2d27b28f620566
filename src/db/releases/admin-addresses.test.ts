import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Database } from '../client.ts'
import { account, session, user } from '../schema.ts'
import { ownDatabase, rolledBack } from '../test-database.ts'

const MIGRATION = readFileSync(new URL('../migrations/0005_admin_addresses.sql', import.meta.url), 'utf8')
const own = ownDatabase()
const rolledBackAsOwner = (check: (db: Database) => Promise<void>) => rolledBack(check, own.url)

describe('the migration of administrators’ addresses, on data of the previous release', () => {
  test(
    'records the addresses of current administrators and of those in the history',
    rolledBackAsOwner(async (db) => {
      await forgetMigration(db)
      const chief = await addUser(db, 'today@example.com', { role: 'admin' })
      const other = await addUser(db, 'plain@example.com')
      await addEvent(
        db,
        chief,
        chief,
        'email-changed',
        { email: 'earlier@example.com' },
        { email: 'today@example.com' },
      )
      await addEvent(db, other, other, 'email-changed', { email: 'before@example.com' }, { email: 'plain@example.com' })
      const demoted = { email: 'demoted@example.com', role: 'admin' }
      await addEvent(db, chief, other, 'user-updated', demoted, { ...demoted, role: 'user' })
      await addEvent(db, chief, null, 'user-deleted', { email: 'deleted@example.com', role: 'admin' }, null)
      await addEvent(db, chief, other, 'user-created', null, { email: 'made@example.com', role: 'admin' })
      await addEvent(db, chief, other, 'user-banned', { banExpires: null }, { banExpires: null })
      await migrate(db)
      const were = ['today', 'earlier', 'demoted', 'deleted', 'made']
      for (const [names, expected] of [
        [were, true],
        [['plain', 'before'], false],
      ] as const)
        for (const name of names)
          expect({ name, is: await isRemembered(db, `${name}@example.com`) }).toEqual({ name, is: expected })
    }),
  )

  test(
    'ends links for former and unverified addresses, and deletes all tokens',
    rolledBackAsOwner(async (db) => {
      await forgetMigration(db)
      const kept = await addUser(db, 'kept@example.com', { emailVerified: true })
      const renamed = await addUser(db, 'renamed@example.com', { emailVerified: true })
      const moved = await addUser(db, 'moved@example.com', { emailVerified: true })
      const unverified = await addUser(db, 'unverified@example.com')
      const invited = await addUser(db, 'invited@example.com')
      for (const id of [kept, renamed, moved, unverified]) await addLink(db, id)
      for (const id of [kept, unverified, invited]) await addSession(db, id)
      const before = { email: 'renamed@example.com', name: 'A' }
      await addEvent(db, kept, renamed, 'user-updated', before, { ...before, name: 'B' })
      await addEvent(db, moved, moved, 'email-changed', { email: 'old@example.com' }, { email: 'moved@example.com' })
      await migrate(db)
      const links = await db.select().from(account)
      expect(new Set(links.map(({ userId }) => userId))).toEqual(new Set([kept, renamed]))
      const forgotten = { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null }
      expect(links).toMatchObject([forgotten, forgotten])
      const open = await db.select({ userId: session.userId }).from(session)
      expect(new Set(open.map(({ userId }) => userId))).toEqual(new Set([kept, invited]))
    }),
  )
})

/** Restores the state of the database before the migration. */
async function forgetMigration(db: Database) {
  await db.execute(sql`drop trigger user_remember_admin_address on "user"`)
  await db.execute(sql`drop function remember_admin_address, address_hash`)
  await db.execute(sql`drop table admin_address`)
}

async function migrate(db: Database) {
  for (const statement of MIGRATION.split('--> statement-breakpoint'))
    // Write all rows in one batch.
    await db.execute(sql.raw(statement.replace('between $1 and $2', 'is not null')))
}

async function isRemembered(db: Database, email: string): Promise<boolean> {
  const [found] = await db.execute<{ is: boolean }>(
    sql`select exists (select from admin_address where hash = address_hash(${email.toUpperCase()})) as is`,
  )
  return found?.is === true
}

async function addUser(db: Database, email: string, more: Partial<typeof user.$inferInsert> = {}): Promise<string> {
  const [made] = await db
    .insert(user)
    .values({ email, ...more })
    .returning({ id: user.id })
  return made?.id ?? ''
}

async function addLink(db: Database, userId: string) {
  await db.execute(sql`
    insert into account (user_id, provider_id, account_id, access_token, refresh_token, id_token, access_token_expires_at, created_at)
    values (${userId}, 'github', ${userId}, 'a', 'b', 'c', now(), now() - interval '1 day')`)
}

async function addSession(db: Database, userId: string) {
  await db.insert(session).values({ userId, token: userId, expiresAt: new Date(Date.now() + 60_000) })
}

async function addEvent(
  db: Database,
  actorId: string,
  subjectId: string | null,
  action: string,
  before: object | null,
  after: object | null,
) {
  await db.execute(sql`
    insert into history_event (actor_id, subject_id, action, before, after)
    values (${actorId}, ${subjectId}, ${action}, ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb)`)
}
