import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from './client.ts'
import { user } from './schema.ts'
import { rolledBack } from './test-database.ts'

test(
  'the address of an administrator stays recorded after a demotion, a deletion or a change of the address',
  rolledBack(async (db) => {
    await addUser(db, 'last@example.com', { role: 'admin' })
    const chief = await addUser(db, 'chief@example.com', { role: 'admin' })
    const risen = await addUser(db, 'risen@example.com')
    await addUser(db, 'nobody@example.com')
    await db.update(user).set({ role: 'admin' }).where(eq(user.id, risen))
    await db.update(user).set({ email: 'moved@example.com' }).where(eq(user.id, chief))
    await db.update(user).set({ role: 'user' }).where(eq(user.id, risen))
    await db.delete(user).where(eq(user.id, chief))
    const remembered = ['chief', 'moved', 'risen', 'nobody'].map((name) => isRemembered(db, `${name}@example.com`))
    expect(await Promise.all(remembered)).toEqual([true, true, true, false])
  }),
)

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
