import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { saveName } from './onboarding.server.ts'

test(
  'a person gets the name they gave, and nobody else does',
  rolledBack(async (db) => {
    const [ada, eve] = await db
      .insert(user)
      .values([{ email: 'ada@onboarding.example' }, { email: 'eve@onboarding.example', name: 'Eve' }])
      .returning()
    if (!ada || !eve) throw new Error('no people')
    await saveName(db, ada.id, 'Ada Lovelace')
    expect(await nameOf(ada.id)).toBe('Ada Lovelace')
    expect(await nameOf(eve.id)).toBe('Eve')

    await saveName(db, ada.id, 'Ada Lovelace')
    expect(await nameOf(ada.id)).toBe('Ada Lovelace')

    async function nameOf(id: string) {
      return (await db.select({ name: user.name }).from(user).where(eq(user.id, id)))[0]?.name
    }
  }),
)

test(
  'a name is data, whatever it looks like',
  rolledBack(async (db) => {
    const [person] = await db.insert(user).values({ email: 'robert@onboarding.example' }).returning()
    const name = `Robert'); drop table "user"; --`
    await saveName(db, person?.id ?? '', name)
    expect(await db.select({ name: user.name }).from(user).where(eq(user.email, 'robert@onboarding.example'))).toEqual([
      { name },
    ])
  }),
)
