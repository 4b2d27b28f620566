import { eq, like, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { historyEvent, repository, user } from '#db/schema.ts'
import { rolledBack, withDatabase } from '#db/test-database.ts'
import { purgeExpired } from '#queue/purge.server.ts'
import { serverFeatures } from '../../features.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import { nullsToEmpty } from '#lib/nullable-text.ts'
import type { RepositoryFields } from './repositories.schema.ts'
import {
  countRepositories,
  createRepository,
  deleteRepository,
  getRepository,
  listRepositories,
  restoreRepository,
  updateRepository,
} from './repositories.server.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
let mark = ''

beforeEach(() => {
  mark = `m${crypto.randomUUID().slice(0, 8)}`
})

function aRepository(changed: Partial<RepositoryFields> = {}): RepositoryFields {
  return {
    name: `${mark} atlas`,
    link: 'https://git.example.com',
    description: '',
    language: '',
    topics: '',
    ...changed,
  }
}

async function signedIn(db: Database) {
  const [added] = await db
    .insert(user)
    .values({ email: `${mark}@example.com`, name: 'Ada' })
    .returning({ id: user.id, name: user.name })
  return contextOn(db, added)
}

const first = { sort: 'newest', cursor: null } as const
const namesOf = async (db: Database, searchTerm: string, sort: 'newest' | 'name' = 'newest') =>
  (await listRepositories(contextOn(db), { searchTerm, sort, cursor: null })).rows.map(({ name }) => name)

test(
  'a repository is saved as given, with the user who added it; an empty description becomes null',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    const { id } = await createRepository(context, aRepository({ description: '' }))
    expect(await getRepository(contextOn(db), { id })).toMatchObject({
      name: `${mark} atlas`,
      link: 'https://git.example.com',
      description: null,
      createdBy: { name: 'Ada' },
    })
  }),
)

test(
  'a duplicate name is rejected at its field regardless of case, when a repository is created or changed',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    await createRepository(context, aRepository())
    const other = await createRepository(context, aRepository({ name: `${mark} beacon` }))
    const taken = { code: 'TAKEN', details: { field: 'name' } }
    const loud = aRepository({ name: `${mark} ATLAS` })
    await expect(db.transaction((inner) => createRepository({ ...context, db: inner }, loud))).rejects.toMatchObject(
      taken,
    )
    await expect(
      db.transaction((inner) => updateRepository({ ...context, db: inner }, { id: other.id, ...loud })),
    ).rejects.toMatchObject(taken)
  }),
)

test('concurrent saves of one name: one succeeds and the others get TAKEN', () =>
  withDatabase(async (db) => {
    const context = await signedIn(db)
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => createRepository(context, aRepository())))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(49)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'TAKEN', details: { field: 'name' } })
    const events = await db.select().from(historyEvent).where(eq(historyEvent.actorId, context.actor.id))
    expect(events).toHaveLength(1)
    await db.delete(repository).where(eq(repository.createdById, context.actor.id))
    await db.delete(user).where(eq(user.id, context.actor.id))
  }))

test(
  'a deleted repository is in no list and frees its name; it can be restored unless the name is taken again',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    const { id } = await createRepository(context, aRepository())
    await deleteRepository(context, { id })
    expect(await namesOf(db, mark)).toEqual([])
    await expect(getRepository(contextOn(db), { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(updateRepository(context, { id, ...aRepository() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(deleteRepository(context, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })

    await restoreRepository(context, { id })
    expect(await namesOf(db, mark)).toEqual([`${mark} atlas`])
    await expect(restoreRepository(context, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })

    await deleteRepository(context, { id })
    await createRepository(context, aRepository())
    await expect(db.transaction((inner) => restoreRepository({ ...context, db: inner }, { id }))).rejects.toMatchObject(
      {
        code: 'TAKEN',
      },
    )
  }),
)

test(
  'a deleted repository is purged once it can no longer be restored, and not earlier',
  rolledBack(async (db) => {
    const days = appConfig.repository.undoDays
    const deleted = (ago: string) => sql`now() - make_interval(days => ${days}) - ${ago}::interval`
    await db.insert(repository).values([
      { name: `${mark} gone`, link: 'https://a.example', deletedAt: deleted('1 second') },
      { name: `${mark} kept`, link: 'https://a.example', deletedAt: deleted('-1 minute') },
    ])
    await purgeExpired(db, serverFeatures)
    const left = await db
      .select({ name: repository.name })
      .from(repository)
      .where(like(repository.name, `${mark}%`))
    expect(left).toEqual([{ name: `${mark} kept` }])
  }),
)

test(
  'every change is in the history, with the values before and after',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    const { id } = await createRepository(context, aRepository())
    await updateRepository(context, { id, ...aRepository({ name: `${mark} renamed`, description: 'Maps' }) })
    await deleteRepository(context, { id })
    await restoreRepository(context, { id })
    const events = await db
      .select({
        action: historyEvent.action,
        actor: historyEvent.actorName,
        before: historyEvent.before,
        after: historyEvent.after,
      })
      .from(historyEvent)
      .where(eq(historyEvent.subjectId, id))
      .orderBy(historyEvent.id)
    expect(events).toMatchObject([
      { action: 'repository-created', actor: 'Ada', before: null, after: { name: `${mark} atlas` } },
      {
        action: 'repository-updated',
        before: { name: `${mark} atlas`, description: null },
        after: { description: 'Maps' },
      },
      { action: 'repository-deleted', before: { name: `${mark} renamed` } },
      { action: 'repository-restored' },
    ])
  }),
)

test('every function returns NOT_FOUND for a missing repository', () =>
  withDatabase(async (db) => {
    const context = contextOn(db)
    const id = NOBODY
    const gone = { code: 'NOT_FOUND' }
    await expect(getRepository(contextOn(db), { id })).rejects.toMatchObject(gone)
    await expect(updateRepository(context, { id, ...aRepository() })).rejects.toMatchObject(gone)
    await expect(deleteRepository(context, { id })).rejects.toMatchObject(gone)
    await expect(restoreRepository(context, { id })).rejects.toMatchObject(gone)
  }))

test(
  'saving unchanged values records no audit entry',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    const { id } = await createRepository(context, aRepository())
    await updateRepository(context, { id, ...aRepository() })
    expect(await db.$count(historyEvent, eq(historyEvent.subjectId, id))).toBe(1)
  }),
)

test(
  'an emptied description is stored as null, and is an empty text in the form',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    const { id } = await createRepository(context, aRepository({ description: 'Maps' }))
    await updateRepository(context, { id, ...aRepository() })
    const [kept] = await db.select().from(repository).where(eq(repository.id, id))
    expect(kept).toMatchObject({ description: null })
    expect(nullsToEmpty(await getRepository(context, { id }))).toMatchObject({ description: '' })
  }),
)

test(
  'a next page continues after the previous one, in both orders, with equal values, and while searching',
  rolledBack(async (db) => {
    await db.execute(sql`
      insert into repository (name, link, created_at)
      select ${mark} || ' ' || lpad(n::text, 3, '0'), 'https://a.example', '2030-01-01Z'::timestamptz + (n / 10) * interval '1 s'
      from generate_series(1, 45) as n`)
    for (const sort of ['newest', 'name'] as const) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof listRepositories>> = await listRepositories(contextOn(db), {
          searchTerm: mark,
          sort,
          cursor,
        })
        seen.push(...page.rows.map(({ name }) => name))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(seen).toHaveLength(45)
      expect(new Set(seen).size).toBe(45)
      const inTens = seen.map((name) => Math.floor(Number(name.slice(-3)) / 10))
      expect(inTens).toEqual(inTens.toSorted((one, other) => (sort === 'name' ? one - other : other - one)))
    }
    expect(await countRepositories(contextOn(db), { searchTerm: mark })).toBe(45)
  }),
)

test(
  'three letters match anywhere in name, link and description; fewer match only the beginning of the name',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    await createRepository(context, aRepository({ name: `${mark} Ünïcode` }))
    await createRepository(context, aRepository({ name: `${mark} b`, link: 'https://link.example/QqqX' }))
    await createRepository(context, aRepository({ name: `${mark} c`, description: 'about zzyzx roads' }))
    await createRepository(context, aRepository({ name: `𝒵𝒵 ${mark}` }))
    expect(await namesOf(db, 'üNÏC')).toContain(`${mark} Ünïcode`)
    expect(await namesOf(db, ' qqqx ')).toEqual([`${mark} b`])
    expect(await namesOf(db, 'ZZYZX')).toEqual([`${mark} c`])
    expect(await namesOf(db, '𝒵𝒵')).toEqual([`𝒵𝒵 ${mark}`])
    expect(await namesOf(db, 'ni')).not.toContain(`${mark} Ünïcode`)
  }),
)

test(
  'a word that only rows late in the order contain is found',
  rolledBack(async (db) => {
    await db.execute(sql`
      insert into repository (name, link, created_at)
      select ${mark} || ' filler ' || n, 'https://a.example', '2030-01-01Z'::timestamptz + n * interval '1 s'
      from generate_series(1, 4500) as n`)
    await db.execute(sql`
      insert into repository (name, link, created_at)
      select ${mark} || ' hidden ' || n, 'https://a.example', '2001-01-01Z'::timestamptz + n * interval '1 s'
      from generate_series(1, 30) as n`)
    const page = await listRepositories(contextOn(db), { ...first, searchTerm: `${mark} hidden` })
    expect(page.rows[0]?.name).toBe(`${mark} hidden 30`)
    expect(page.rows).toHaveLength(20)
    const rest = await listRepositories(contextOn(db), {
      ...first,
      searchTerm: `${mark} hidden`,
      cursor: page.nextCursor,
    })
    expect(rest.rows.map(({ name }) => name).at(-1)).toBe(`${mark} hidden 1`)
    expect(rest).toMatchObject({ nextCursor: null })
  }),
)

test.each(['%', '_', '\\', '%%%', '___', '\\\\\\', "'", '";--', 'a\0b', 'x'.repeat(10_000), '\ud800', '...', '( | )'])(
  'the search term %j is matched literally',
  (searchTerm) =>
    rolledBack(async (db) => {
      await createRepository(await signedIn(db), aRepository())
      expect(await namesOf(db, searchTerm)).not.toContain(`${mark} atlas`)
      expect(await namesOf(db, searchTerm, 'name')).not.toContain(`${mark} atlas`)
      expect(await countRepositories(contextOn(db), { searchTerm })).toBe((await namesOf(db, searchTerm)).length)
    })(),
)

test.each(['x', 'WzFd', 'bm90IGpzb24', 'x'.repeat(2_000), Buffer.from('["2020-01-01",null]').toString('base64url')])(
  'the cursor %j is rejected as invalid input',
  (cursor) =>
    withDatabase(async (db) => {
      await expect(listRepositories(contextOn(db), { ...first, searchTerm: '', cursor })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    }),
)

test(
  'a repository stays when the user who added it is deleted, and then has no creator',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    const { id } = await createRepository(context, aRepository())
    await db.delete(user).where(eq(user.id, context.actor.id))
    expect(await getRepository(contextOn(db), { id })).toMatchObject({ createdBy: null })
  }),
)
