import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { repositoryFields } from './repositories.schema.ts'
import { countRepositories, createRepository, listRepositories } from './repositories.server.ts'

const UNFILTERED = { searchTerm: '', topic: '', language: '' }

async function namesOf(db: Database, filter: Partial<typeof UNFILTERED>, sort: 'newest' | 'name' = 'name') {
  const asked = { ...UNFILTERED, ...filter }
  const { rows } = await listRepositories(contextOn(db), { ...asked, sort, cursor: null })
  expect(await countRepositories(contextOn(db), asked)).toBe(rows.length)
  return rows.map(({ name }) => name)
}

async function add(db: Database, name: string, language: string, topics: string) {
  const fields = { name, link: 'https://a.example', description: '', language, topics }
  await createRepository({ ...contextOn(db), actor: { id: null as never, name: 'Ada' } }, fields)
}

test(
  'a list can be filtered by topic and by language regardless of case, in both orders and while searching',
  rolledBack(async (db) => {
    await add(db, 'zz-one', 'Qlang', 'qq-maps qq-web')
    await add(db, 'zz-two', 'qLANG', 'qq-web')
    await add(db, 'zz-three', 'Qlang++', 'qq-maps-api')
    for (const sort of ['name', 'newest'] as const) {
      expect((await namesOf(db, { topic: 'qq-web' }, sort)).toSorted()).toEqual(['zz-one', 'zz-two'])
      expect(await namesOf(db, { topic: 'qq-maps' }, sort)).toEqual(['zz-one'])
      expect((await namesOf(db, { language: 'QLANG' }, sort)).toSorted()).toEqual(['zz-one', 'zz-two'])
      expect(await namesOf(db, { language: 'qlang++', topic: 'qq-maps' }, sort)).toEqual([])
      expect(await namesOf(db, { topic: 'qq-web', searchTerm: 'zz-two' }, sort)).toEqual(['zz-two'])
      expect(await namesOf(db, { topic: 'qq-web', searchTerm: 'zz' }, sort)).toHaveLength(2)
      expect(await namesOf(db, { language: 'qlang', searchTerm: 'zz-two' }, sort)).toEqual(['zz-two'])
    }
  }),
)

test(
  'a search matches topics and languages',
  rolledBack(async (db) => {
    await add(db, 'zz-one', 'Qlang++', 'qqmaps')
    expect(await namesOf(db, { searchTerm: 'qlang+' })).toEqual(['zz-one'])
    expect(await namesOf(db, { searchTerm: 'QQMAP' })).toEqual(['zz-one'])
  }),
)

test.each(["'", '{', '}', '"', 'a b', '\\', 'a\0b', 'x'.repeat(10_000), '\ud800', '%'])(
  'the topic and the language %j are matched literally',
  (value) =>
    rolledBack(async (db) => {
      expect(await namesOf(db, { topic: value })).toEqual([])
      expect(await namesOf(db, { language: value })).toEqual([])
    })(),
)

const topicsOf = (topics: string) => {
  const parsed = repositoryFields.safeParse({ name: 'a', link: 'a.example', description: '', language: '', topics })
  return parsed.success ? parsed.data.topics : parsed.error.issues.map(({ message }) => message)
}

test.each([
  ['', ''],
  [' Web-App,  maps web-app\n#Go ', 'web-app maps go'],
  ['خرائط', ['topicsInvalid']],
  ['c++', ['topicsInvalid']],
  ['-web', ['topicsInvalid']],
  ['a'.repeat(50), 'a'.repeat(50)],
  ['a'.repeat(51), ['topicsInvalid']],
  ['1 2 3 4 5 6 7 8 9 10', '1 2 3 4 5 6 7 8 9 10'],
  ['1 2 3 4 5 6 7 8 9 10 11', ['topicsTooMany']],
  ['1 '.repeat(200_000), '1'],
])('the topics %j are saved as %j', (typed, kept) => {
  expect(topicsOf(typed)).toEqual(kept)
})
