import { expect, test } from 'vitest'
import { isFileOfFeature } from './parts.ts'

test('isFileOfFeature recognizes the files of a generated feature with an irregular singular by the name of its table', () => {
  const table = { owner: 'everybody', limit: {} } as const
  const news = { name: 'daily-news', manifest: { tables: { newsItem: table } } }
  const files = ['e2e/support/pages/news-item-pages.ts', 'src/routes/app/daily-news/$id.tsx']
  expect([...files, 'e2e/support/pages/item-pages.ts'].filter((file) => isFileOfFeature(file, news))).toEqual(files)
})

test('isFileOfFeature recognizes files of a feature by folder, by file name, by text namespace and by extension', () => {
  const bells = {
    name: 'bells',
    manifest: { texts: { chimes: {} }, extensions: { files: ['ring'], fields: ['rings'] } },
  }
  const files = [
    'src/features/bells/bells.server.ts',
    'src/routes/app/bells.tsx',
    'src/routes/app/users/bell.tsx',
    'e2e/support/pages/bell-pages.ts',
    'e2e/support/pages/bells-pages.more.ts',
    'scripts/generate/bells/client-files.ts',
    'scripts/generate/users/template/src/bells.ts',
    'locales/en/chimes.json',
    'src/features/users/users.ring.server.ts',
    'src/features/users/users.ring.server.test.ts',
    'src/slots/ring.server.ts',
    'e2e/screenshots/pages/users-with-a-ring-light.png',
    'e2e/users/users.ring.http.e2e.ts',
    'scripts/generate/template/src/features/notes/notes.ring.server.ts',
  ]
  const others = [
    'src/features/bells-of-others/bells.ts',
    'locales/en/bells.json',
    'src/features/users/ring.server.ts',
    'src/features/users/users.rings.server.ts',
    'src/lib/lib.ring.ts',
    'scripts/generate/bells.ts',
    'scripts/generate/template/src/bells.ts',
  ]
  expect([...files, ...others].filter((file) => isFileOfFeature(file, bells))).toEqual(files)
  expect([...files, ...others].filter((file) => isFileOfFeature(file, { name: 'bells', manifest: {} }))).toEqual(
    files.slice(0, 7),
  )
})
