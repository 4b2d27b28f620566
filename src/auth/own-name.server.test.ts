import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { historyEvent, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { changeOwnName } from './own-name.server.ts'

test(
  'a new name is stored for its user only',
  rolledBack(async (db) => {
    const [ada, eve] = await db
      .insert(user)
      .values([{ email: 'ada@onboarding.example' }, { email: 'eve@onboarding.example', name: 'Eve' }])
      .returning()
    if (!ada || !eve) throw new Error('no user was added')
    const herself = { id: ada.id, name: ada.email }
    await changeOwnName(signedIn(db, herself), { name: 'Ada Lovelace' })
    expect(await nameOf(ada.id)).toBe('Ada Lovelace')
    expect(await nameOf(eve.id)).toBe('Eve')

    await changeOwnName(signedIn(db, herself), { name: 'Ada Lovelace' })
    expect(await nameOf(ada.id)).toBe('Ada Lovelace')

    async function nameOf(id: string) {
      return (await db.select({ name: user.name }).from(user).where(eq(user.id, id)))[0]?.name
    }
  }),
)

test(
  'a name is stored as data, even if it looks like code',
  rolledBack(async (db) => {
    const [record] = await db.insert(user).values({ email: 'robert@onboarding.example' }).returning()
    const name = `Robert'); drop table "user"; --`
    await changeOwnName(signedIn(db, { id: record?.id ?? '', name: 'robert' }), { name })
    expect(await db.select({ name: user.name }).from(user).where(eq(user.email, 'robert@onboarding.example'))).toEqual([
      { name },
    ])
  }),
)

test(
  'the audit history records a first name once, even if an administrator set it',
  rolledBack(async (db) => {
    const [record] = await db.insert(user).values({ email: 'grace@onboarding.example' }).returning()
    const id = record?.id ?? ''
    await changeOwnName(signedIn(db, { id, name: 'grace@onboarding.example' }), { name: 'Grace' })
    await changeOwnName(signedIn(db, { id, name: 'Grace' }), { name: 'Grace' })
    const helper = { id: crypto.randomUUID(), name: 'Ada Admin' }
    await changeOwnName({ ...signedIn(db, { id, name: 'Grace' }), actor: helper }, { name: 'Grace Hopper' })
    const events = await db.select().from(historyEvent).where(eq(historyEvent.subjectId, id)).orderBy(historyEvent.id)
    expect(events).toMatchObject([
      { action: 'name-changed', actorName: 'Grace', subjectName: 'Grace', before: { name: null } },
      { actorId: helper.id, actorName: 'Ada Admin', before: { name: 'Grace' }, after: { name: 'Grace Hopper' } },
    ])
    expect(events).toHaveLength(2)
  }),
)

function signedIn(db: Database, record: { id: string; name: string }) {
  return { ...contextOn(db, record), session: { viewer: record } }
}
