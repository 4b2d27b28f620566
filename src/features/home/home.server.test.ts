import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { getHome } from './home.server.ts'

test(
  'the home page lists the newest repositories, without deleted ones',
  rolledBack(async (db) => {
    const [ada] = await db
      .insert(user)
      .values({ email: `ada-${crypto.randomUUID()}@example.com`, name: 'ada' })
      .returning({ id: user.id })
    await db.execute(sql`
      insert into repository (name, link, created_at, deleted_at)
      select 'home-' || n, 'https://a.example', '2090-01-01Z'::timestamptz + n * interval '1 s', case when n % 5 = 0 then now() end
      from generate_series(1, 20) as n`)
    const { newest } = await getHome({ ...contextOn(db), session: { viewer: { id: ada?.id ?? '' } } })
    expect(newest.map(({ name }) => name)).toEqual([19, 18, 17, 16, 14].map((n) => `home-${n}`))
    expect(newest[0]?.at).toBe('2090-01-01T00:00:19.000Z')
  }),
)
