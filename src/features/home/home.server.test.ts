import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { getHome } from './home.server.ts'

test(
  'home has the newest repositories, and those the viewer opened last, without what is deleted',
  rolledBack(async (db) => {
    const [ada, other] = await db
      .insert(user)
      .values(['ada', 'other'].map((name) => ({ email: `${name}-${crypto.randomUUID()}@example.com`, name })))
      .returning({ id: user.id })
    await db.execute(sql`
      insert into repository (name, link, created_at, deleted_at)
      select 'home-' || n, 'https://a.example', '2090-01-01Z'::timestamptz + n * interval '1 s', case when n % 5 = 0 then now() end
      from generate_series(1, 20) as n`)
    await db.execute(sql`
      insert into opened_repository (person_id, repository_id, opened_at)
      select ${ada?.id}::uuid, id, '2090-01-01Z'::timestamptz - substr(name, 6)::int * interval '1 s'
      from repository where name like 'home-%'`)
    const homeOf = (id = '') => getHome({ ...contextOn(db), session: { viewer: { id } } })
    const { newest, opened } = await homeOf(ada?.id)
    expect(newest.map(({ name }) => name)).toEqual([19, 18, 17, 16, 14].map((n) => `home-${n}`))
    expect(newest[0]?.at).toBe('2090-01-01T00:00:19.000Z')
    expect(opened.map(({ name }) => name)).toEqual([1, 2, 3, 4, 6, 7, 8, 9].map((n) => `home-${n}`))
    expect(opened).toHaveLength(appConfig.home.recentlyOpened)
    expect((await homeOf(other?.id)).opened).toEqual([])
  }),
)
