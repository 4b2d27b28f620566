import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { repository, session, throttle, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { purgeExpired } from './purge.server.ts'

test(
  'a repository that was deleted more than a day ago is gone for good, one of today can be had back',
  rolledBack(async (db) => {
    const deletedAt = (hoursAgo: number) => sql`now() - make_interval(hours => ${hoursAgo})`
    await db.insert(repository).values([
      { name: 'long gone', link: 'https://a.example', deletedAt: deletedAt(25) },
      { name: 'just deleted', link: 'https://a.example', deletedAt: deletedAt(23) },
      { name: 'there', link: 'https://a.example' },
    ])
    await purgeExpired(db)
    const left = await db.select({ name: repository.name }).from(repository).orderBy(repository.name)
    expect(left.map(({ name }) => name)).toEqual(expect.arrayContaining(['just deleted', 'there']))
    expect(left.map(({ name }) => name)).not.toContain('long gone')
  }),
)

test(
  'more than one batch is removed at once',
  rolledBack(async (db) => {
    await db.execute(sql`
      insert into repository (name, link, deleted_at)
      select 'gone ' || n, 'https://a.example', now() - interval '2 days' from generate_series(1, 5001) as n`)
    await purgeExpired(db)
    const [left] = await db.execute(sql`select count(*)::int as count from repository where name like 'gone %'`)
    expect(left).toEqual({ count: 0 })
  }),
)

test(
  'a session goes when it has run out, not before; a count goes with its window',
  rolledBack(async (db) => {
    const [person] = await db.insert(user).values({ email: 'purge@example.com' }).returning({ id: user.id })
    const userId = person?.id ?? ''
    await db.insert(session).values([
      { userId, token: 'over', expiresAt: sql`now() - interval '1 second'` },
      { userId, token: 'open', expiresAt: sql`now() + interval '1 minute'` },
    ])
    await db.insert(throttle).values({ key: 'purge', count: 1, endsAt: sql`now() - interval '1 second'` })
    await purgeExpired(db)
    expect(await db.select({ token: session.token }).from(session).where(eq(session.userId, userId))).toEqual([
      { token: 'open' },
    ])
    expect(await db.select().from(throttle).where(eq(throttle.key, 'purge'))).toEqual([])
  }),
)
