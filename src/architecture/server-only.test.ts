import { expect, test } from 'vitest'
import { databaseOutsideOfServices, serverCodeInTheBrowser } from './server-only.ts'
import { sources } from './source.ts'

test('in a feature only its rules and its functions touch the database', () => {
  expect(databaseOutsideOfServices(sources)).toEqual([])
})

test('a page that touches the database is refused', () => {
  const page = { path: 'src/features/home/pages/a.tsx', text: `\nimport type { Database } from '#db/client.ts'` }
  expect(databaseOutsideOfServices([page])).toEqual([
    expect.stringContaining('src/features/home/pages/a.tsx:2 Touches src/db/client.ts'),
  ])
})

test('a service and its test may touch the database', () => {
  const text = `import { database } from '#db/client.ts'`
  expect(databaseOutsideOfServices([{ path: 'src/features/home/home.server.ts', text }])).toEqual([])
  expect(databaseOutsideOfServices([{ path: 'src/features/home/home.server.test.ts', text }])).toEqual([])
})

test('no code for browsers loads code of the server', () => {
  expect(serverCodeInTheBrowser(sources)).toEqual([])
})

test.each([
  ['a page', 'src/features/home/pages/a.tsx', `import { a } from '../home.server.ts'`],
  ['a query', 'src/features/home/home.queries.ts', `import { a } from './home.server.ts'`],
  ['a page that pretends', 'src/shell/pages/a.tsx', isomorphic(`import { a } from '../a.server.ts'`)],
  ['what is loaded later', 'src/ui/a.tsx', `const load = () => import('../lib/a.server.ts')`],
  ['the database', 'src/shell/a.ts', `import { database } from '#db/client.ts'`],
])('%s that loads a server file is refused', (_name, path, text) => {
  expect(serverCodeInTheBrowser([{ path, text }])).toEqual([expect.stringContaining(`${path}:`)])
})

test.each([
  ['the type of something', 'src/shell/a.ts', `import type { A } from './a.server.ts'`],
  ['what the build strips', 'src/shell/a.ts', isomorphic(`import { a } from './a.server.ts'`)],
  ['one service in another', 'src/shell/b.server.ts', `import { a } from './a.server.ts'`],
])('%s may come from a server file', (_name, path, text) => {
  expect(serverCodeInTheBrowser([{ path, text }])).toEqual([])
})

function isomorphic(text: string): string {
  return `import { createIsomorphicFn } from '@tanstack/react-start'\n${text}`
}
