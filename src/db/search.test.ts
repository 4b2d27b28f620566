import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldForSearch } from '#lib/fold-for-search.ts'
import type { Database } from './client.ts'
import { matches } from './search.ts'
import { rolledBack } from './test-database.ts'

const TEXTS = [
  'amina abdi 500021 person500021@example.com',
  'amina abdi 500022 person500022@example.com',
  'baraka chen other.person500021@example.com',
  'chloé petit 100%_sure@example.org',
  'atlas-api https://git.example.com/atlas-api the api of atlas.',
  'atlas-api-2024-05 https://git.example.com/atlas-api-2024-05/',
  'atlas-app https://git.example.org/team/atlas-app',
]

test.each([
  'amina',
  'abdi 500021',
  '500021 person500021@',
  'person500021@example.com',
  'n500021@example.org',
  'abdi@example.com',
  'sure@example.org',
  '100%_sure@example.org',
  '100%.sure@example.org',
  'https://git.example.com/atlas-api',
  'https://git.example.com/atlas-app',
  'https://git.example.org/team/atlas-app/',
  'git.example.com/atlas-api-2024-05/',
  '2024-05',
  '20240500',
  'HTTPS://GIT.EXAMPLE.COM/ATLAS-API',
  'é petit 1',
  'e PETIT 1',
  '٢٠٢٤٢٠٢٤',
])('a search for "%s" finds exactly the texts that contain it literally', (term) =>
  rolledBack(async (db) => {
    const fitting = matches(term, { trigramColumn: sql`text`, prefixColumns: [sql`text`] })
    const found = await db.execute<{ text: string }>(
      sql`select text from unnest(array[${sql.join(
        TEXTS.map((text) => sql`${foldForSearch(text)}`),
        sql`, `,
      )}]::text[]) as text where ${fitting}`,
    )
    expect(found.map(({ text }) => text)).toEqual(
      TEXTS.map(foldForSearch).filter((text) => text.includes(foldForSearch(term))),
    )
  })(),
)

/** The characters that names consist of: Latin, Greek, Cyrillic, Arabic, their marks, and signs for text direction. */
const BLOCKS = [
  [0x20, 0x7e],
  [0xa0, 0x52f],
  [0x600, 0x6ff],
  [0x1e00, 0x1fff],
  [0x2000, 0x206f],
  [0xac00, 0xacff],
  [0x1f600, 0x1f64f],
] as const
const letter = fc.oneof(
  ...BLOCKS.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
)

const normalizedByDatabase = async (db: Database, texts: string[]) => {
  const [row] = await db.execute<{ all: string[] }>(
    sql`select array(select folded(text) from unnest(${sql.param(texts)}::text[]) with ordinality as given(text, nth) order by nth) as all`,
  )
  return row?.all
}

test(
  'the database folds all letters and combining marks for a search exactly like foldForSearch',
  rolledBack(async (db) => {
    const letters = BLOCKS.flatMap(([min, max]) =>
      Array.from({ length: max - min + 1 }, (_, index) => String.fromCodePoint(min + index)),
    )
    expect(await normalizedByDatabase(db, letters)).toEqual(letters.map(foldForSearch))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: letter }), { minLength: 1, maxLength: 50 }), async (texts) => {
        expect(await normalizedByDatabase(db, texts)).toEqual(texts.map(foldForSearch))
      }),
    )
  }),
)

test.each([
  ['Émile', 'ÉMILE'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['أَحْمَد', 'احمد'],
  ['فاطمة', 'فاطمه'],
  ['مصطفى', 'مصطفي'],
  ['مؤمن رائد', 'مومن رايد'],
  ['مـــحمد', 'محمد'],
  ['ٱلله', 'الله'],
  ['کریم', 'كريم'],
  ['تقریر ۱۲۳', 'تقرير ١٢٣'],
  ['١٢٣', '123'],
  ['\u2068سارة\u2069', 'ساره'],
])('foldForSearch returns the same text for %s and %s', (one, other) => {
  expect(foldForSearch(one)).toBe(foldForSearch(other))
})
