import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { foldForSearch } from '#lib/search-text.ts'
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
])('"%s" is found wherever it stands, as it was typed, and nothing else is', (term) =>
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

test(
  'the database folds texts as we do',
  rolledBack(async (db) => {
    const texts = [
      'Émile',
      'ÉMILE',
      'Zoë Żółw',
      'Ångström',
      'İzmir',
      'Straße',
      'أَحْمَد',
      'مـــحمد',
      'آمنة',
      'Ứng',
      '한글',
      '😀',
      '',
    ]
    const [row] = await db.execute<{ all: string[] }>(
      sql`select array(select folded(text) from unnest(${sql.param(texts)}::text[]) as text) as all`,
    )
    expect(row?.all).toEqual(texts.map(foldForSearch))
    expect(texts.slice(0, 2).map(foldForSearch)).toEqual(['emile', 'emile'])
    expect(foldForSearch('أَحْمَد')).toBe('احمد')
  }),
)
