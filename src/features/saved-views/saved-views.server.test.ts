import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { Role } from '#auth/permissions.ts'
import { closeDatabase, database, type Database } from '#db/client.ts'
import { savedView, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { deleteView, listViews, renameView, saveView } from './saved-views.server.ts'
import { savedViews } from './feature.server.ts'
import { newViewInput } from './view-lists.server.ts'
import { savedViewsConfig } from './saved-views.config.ts'

const { maxPerList, nameMaxLength } = savedViewsConfig
const BANNED = { list: 'users', name: 'Banned', search: { status: 'banned' } } as const
const TAKEN = { code: 'TAKEN', details: { field: 'name' } }
const TOO_MANY = { code: 'INVALID_INPUT', details: { fields: { name: 'tooMany' } } }

afterAll(closeDatabase)

async function viewerOf(db: Database, role: Role = 'admin') {
  const email = `${crypto.randomUUID()}@example.com`
  const [viewer] = await db.insert(user).values({ email, name: 'Ada' }).returning({ id: user.id })
  return { ...contextOn(db), session: { viewer: { id: viewer?.id ?? '', email, role } } }
}

test(
  'saved views are private: other users cannot see, rename or delete them, and they are deleted with the user',
  rolledBack(async (db) => {
    const [ada, other] = [await viewerOf(db), await viewerOf(db)]
    const { id } = await saveView(ada, BANNED)
    await saveView(other, BANNED)
    await expect(renameView(other, { id, name: 'Mine' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await deleteView(other, { id })
    expect(await listViews(ada, BANNED)).toEqual([{ id, name: 'Banned', search: { status: 'banned' } }])
    expect(await listViews(ada, { list: 'repositories' })).toEqual([])

    await renameView(ada, { id, name: 'Shut out' })
    expect(await listViews(ada, BANNED)).toMatchObject([{ id, name: 'Shut out' }])
    await deleteView(ada, { id })
    await deleteView(ada, { id })
    expect(await listViews(ada, BANNED)).toEqual([])

    const ofOther = eq(savedView.personId, other.session.viewer.id)
    expect(await db.$count(savedView, ofOther)).toBe(1)
    await db.delete(user).where(eq(user.id, other.session.viewer.id))
    expect(await db.$count(savedView, ofOther)).toBe(0)
  }),
)

test(
  "a data export contains the user's own saved views and no others",
  rolledBack(async (db) => {
    const [ada, other] = [await viewerOf(db), await viewerOf(db)]
    await saveView(ada, BANNED)
    await saveView(other, { ...BANNED, name: 'Theirs' })
    expect(await savedViews.exportedData?.(ada)).toMatchObject({ savedViews: [BANNED] })
  }),
)

test(
  "a view's name is unique regardless of case, within one list of one user",
  rolledBack(async (db) => {
    const ada = await viewerOf(db)
    const { id } = await saveView(ada, { ...BANNED, name: 'Été' })
    const taken = (change: (context: typeof ada) => Promise<unknown>) =>
      expect(db.transaction((inner) => change({ ...ada, db: inner }))).rejects.toMatchObject(TAKEN)
    await taken((context) => saveView(context, { ...BANNED, name: 'ÉTÉ' }))
    const { id: second } = await saveView(ada, { ...BANNED, name: 'Winter' })
    await taken((context) => renameView(context, { id: second, name: 'été' }))
    await renameView(ada, { id, name: 'ÉTÉ' })
    await saveView(ada, { list: 'repositories', name: 'Été', search: {} })
  }),
)

test(
  'a user who cannot read a list has no saved views of that list',
  rolledBack(async (db) => {
    const record = await viewerOf(db, 'user')
    await expect(listViews(record, BANNED)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(saveView(record, BANNED)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await saveView(record, { ...BANNED, list: 'repositories' })
    expect(await listViews(record, { list: 'repositories' })).toHaveLength(1)
  }),
)

test(
  'a view keeps the parameters that its list knows and that differ from the defaults',
  rolledBack(async (db) => {
    const ada = await viewerOf(db)
    const search = { searchTerm: 'a b', status: '', sort: 'newest', after: 'x', url: 'https://evil.example' }
    expect(await saveView(ada, { ...BANNED, search })).toMatchObject({ search: { searchTerm: 'a b' } })
    await db.update(savedView).set({ search: { gone: 'x', role: 'admin' } })
    expect(await listViews(ada, BANNED)).toMatchObject([{ search: { role: 'admin' } }])
  }),
)

test('concurrent saves respect the maximum number of views and the unique name', async () => {
  const db = database()
  const ada = await viewerOf(db)
  try {
    const outcomes = async (names: string[]) => {
      const settled = await Promise.allSettled(names.map((name) => saveView(ada, { ...BANNED, name })))
      return settled.flatMap(({ status, ...outcome }) => (status === 'fulfilled' ? [] : Object.values(outcome)))
    }
    expect(await outcomes(['Same', 'sAME', 'SAME'])).toMatchObject([TAKEN, TAKEN])
    const numbers = Array.from({ length: maxPerList + 2 }, (_, index) => `View ${index}`)
    expect(await outcomes(numbers)).toMatchObject([TOO_MANY, TOO_MANY, TOO_MANY])
    expect(await listViews(ada, BANNED)).toHaveLength(maxPerList)
    await saveView(ada, { ...BANNED, list: 'repositories' })
  } finally {
    await db.delete(user).where(eq(user.id, ada.session.viewer.id))
  }
})

test('a view must have a visible name and parameters that the database can store', () => {
  const problemsOf = (changed: object) => {
    const parsed = newViewInput.safeParse({ ...BANNED, ...changed })
    return (parsed.error?.issues ?? []).map(({ path }) => path.join('.'))
  }
  for (const name of ['a', ' a ', 'ا', 'x'.repeat(nameMaxLength)]) expect(problemsOf({ name })).toEqual([])
  for (const name of ['', ' ', '\u200B', 'a\nb', 'x'.repeat(nameMaxLength + 1), undefined])
    expect(problemsOf({ name })).toEqual(['name'])
  for (const searchTerm of ['\0', '\uD800', 'x'.repeat(2_001), 1])
    expect(problemsOf({ search: { searchTerm } })).toEqual(['search.searchTerm'])
  for (const list of ['jobs', undefined]) expect(problemsOf({ list })).toEqual(['list'])
})
