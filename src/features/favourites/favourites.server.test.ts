import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { favourite, openedRepository, repository, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { snapshotUser, restoreUser } from '#user/deleted-user-snapshot.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import { favouritesConfig } from './favourites.config.ts'
import { favourites } from './feature.server.ts'
import { recentlyOpenedList } from './favourites.rows.server.ts'
import { addFavourite, removeFavourite } from './favourites.server.ts'
import { recordOpened } from './opened.server.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

async function viewerOf(db: Database, impersonatedBy: { id: string; name: string } | null = null) {
  const email = `${crypto.randomUUID()}@example.com`
  const [viewer] = await db.insert(user).values({ email, name: 'Ada' }).returning({ id: user.id })
  return { ...contextOn(db), session: { viewer: { id: viewer?.id ?? '', email }, impersonatedBy } }
}

async function repositoryIn(db: Database, deletedAt: Date | null = null) {
  const [made] = await db
    .insert(repository)
    .values({ name: `r-${crypto.randomUUID()}`, link: 'https://a.example', deletedAt })
    .returning({ id: repository.id })
  return { id: made?.id ?? '' }
}

test(
  'a favorite is stored once, only for the viewer, and can be removed repeatedly',
  rolledBack(async (db) => {
    const [ada, other] = [await viewerOf(db), await viewerOf(db)]
    const one = await repositoryIn(db)
    await addFavourite(ada, one)
    await addFavourite(ada, one)
    await removeFavourite(other, one)
    expect(await db.$count(favourite, sql`repository_id = ${one.id}`)).toBe(1)
    await removeFavourite(ada, one)
    await removeFavourite(ada, one)
    expect(await db.$count(favourite, sql`repository_id = ${one.id}`)).toBe(0)
  }),
)

test(
  'deleted repositories cannot be favorites; favorites and visits are deleted with their user or repository',
  rolledBack(async (db) => {
    const ada = await viewerOf(db)
    for (const gone of [{ id: NOBODY }, await repositoryIn(db, new Date())]) {
      await expect(addFavourite(ada, gone)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await recordOpened(ada, gone)
    }
    const ofAda = sql`person_id = ${ada.session.viewer.id}`
    expect(await db.$count(openedRepository, ofAda)).toBe(0)
    for (const away of [user, repository]) {
      const one = await repositoryIn(db)
      const viewer = await viewerOf(db)
      await addFavourite(viewer, one)
      await recordOpened(viewer, one)
      await db.delete(away).where(sql`id in (${viewer.session.viewer.id}, ${one.id})`)
      expect(await db.$count(favourite, sql`repository_id = ${one.id}`)).toBe(0)
      expect(await db.$count(openedRepository, sql`repository_id = ${one.id}`)).toBe(0)
    }
  }),
)

test(
  'visits are recorded at most once a minute, up to a maximum number, and not during an impersonation',
  rolledBack(async (db) => {
    const ada = await viewerOf(db)
    const { id } = ada.session.viewer
    const ofAda = sql`person_id = ${id}`
    const most = favouritesConfig.recentlyOpened * 2
    for (let count = 0; count < most + 3; count += 1) {
      await recordOpened(ada, await repositoryIn(db))
      await db.execute(sql`update opened_repository set opened_at = opened_at - interval '2 minutes' where ${ofAda}`)
    }
    expect(await db.$count(openedRepository, ofAda)).toBe(most)

    const one = await repositoryIn(db)
    await recordOpened(ada, one)
    const times = () =>
      db.execute(sql`select opened_at::text, xmin from opened_repository where repository_id = ${one.id}`)
    const before = await times()
    await recordOpened(ada, one)
    expect(await times()).toEqual(before)

    const administrator = { ...ada, session: { ...ada.session, impersonatedBy: { id: NOBODY, name: 'Chief' } } }
    await recordOpened(administrator, await repositoryIn(db))
    expect(await db.$count(openedRepository, ofAda)).toBe(most)
  }),
)

test(
  'a data export has the favorites and visits of its user, and of no other user',
  rolledBack(async (db) => {
    const [ada, other] = [await viewerOf(db), await viewerOf(db)]
    const [starred, opened] = [await repositoryIn(db), await repositoryIn(db)]
    await addFavourite(ada, starred)
    await recordOpened(ada, opened)
    const data = await favourites.exportedData?.(ada)
    const nameOf = async ({ id }: { id: string }) => {
      const [row] = await db.select({ name: repository.name }).from(repository).where(eq(repository.id, id))
      return row?.name
    }
    expect(data).toMatchObject({
      favourites: [{ name: await nameOf(starred) }],
      openedRepositories: [{ name: await nameOf(opened) }],
    })
    expect(await favourites.exportedData?.(other)).toEqual({ favourites: [], openedRepositories: [] })
  }),
)

test(
  'the home page lists the repositories that the viewer opened last, latest first, without deleted ones',
  rolledBack(async (db) => {
    const [ada, other] = [await viewerOf(db), await viewerOf(db)]
    await db.execute(sql`
      insert into repository (name, link, deleted_at)
      select 'home-' || n, 'https://a.example', case when n % 5 = 0 then now() end from generate_series(1, 20) as n`)
    await db.execute(sql`
      insert into opened_repository (person_id, repository_id, opened_at)
      select ${ada.session.viewer.id}::uuid, id, '2090-01-01Z'::timestamptz - substr(name, 6)::int * interval '1 s'
      from repository where name like 'home-%'`)
    const openedBy = async ({ session: { viewer } }: typeof ada) => {
      const rows = await db.execute<{ name: string }>(recentlyOpenedList(viewer.id, {}, () => sql`name`))
      return rows.map(({ name }) => name)
    }
    expect(await openedBy(ada)).toEqual([1, 2, 3, 4, 6, 7, 8, 9].map((n) => `home-${n}`))
    expect(await openedBy(ada)).toHaveLength(favouritesConfig.recentlyOpened)
    expect(await openedBy(other)).toEqual([])
  }),
)

test(
  'a restored user has their favorites again, except repositories that were deleted meanwhile',
  rolledBack(async (db) => {
    const ada = await viewerOf(db)
    const [stays, goes] = [await repositoryIn(db), await repositoryIn(db)]
    for (const one of [stays, goes]) await addFavourite(ada, one)
    const { id } = ada.session.viewer
    const kept = await snapshotUser(db, id)
    await db.delete(user).where(eq(user.id, id))
    await db.delete(repository).where(eq(repository.id, goes.id))
    await restoreUser(db, kept)
    const stars = await db.select({ id: favourite.repositoryId }).from(favourite).where(eq(favourite.personId, id))
    expect(stars).toEqual([stays])
  }),
)
