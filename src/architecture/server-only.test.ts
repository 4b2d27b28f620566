import { expect, test } from 'vitest'
import { databaseOutsideOfServices, serverCodeInTheBrowser } from './server-only.ts'
import { sources } from './source.ts'

test('in a feature only *.server.ts and *.functions.ts files import from src/db', () => {
  expect(databaseOutsideOfServices(sources)).toEqual([])
})

test('databaseOutsideOfServices reports a page that imports from src/db', () => {
  const page = { path: 'src/features/home/pages/a.tsx', text: `\nimport type { Database } from '#db/client.ts'` }
  expect(databaseOutsideOfServices([page])).toEqual([
    expect.stringContaining('src/features/home/pages/a.tsx:2 Imports src/db/client.ts'),
  ])
})

test('databaseOutsideOfServices accepts a service and its test', () => {
  const text = `import { database } from '#db/client.ts'`
  expect(databaseOutsideOfServices([{ path: 'src/features/home/home.server.ts', text }])).toEqual([])
  expect(databaseOutsideOfServices([{ path: 'src/features/home/home.server.test.ts', text }])).toEqual([])
})

test('no code for browsers imports server code', () => {
  expect(serverCodeInTheBrowser(sources)).toEqual([])
})

test.each([
  ['a page', 'src/features/home/pages/a.tsx', `import { a } from '../home.server.ts'`],
  ['a query', 'src/features/home/home.queries.ts', `import { a } from './home.server.ts'`],
  ['a page that imports createIsomorphicFn', 'src/shell/pages/a.tsx', isomorphic(`import { a } from '../a.server.ts'`)],
  ['a dynamic import', 'src/ui/a.tsx', `const load = () => import('../lib/a.server.ts')`],
  ['an import of the database', 'src/shell/a.ts', `import { database } from '#db/client.ts'`],
])('serverCodeInTheBrowser reports %s with server code', (_name, path, text) => {
  expect(serverCodeInTheBrowser([{ path, text }])).toEqual([expect.stringContaining(`${path}:`)])
})

test.each([
  ['a type import', 'src/shell/a.ts', `import type { A } from './a.server.ts'`],
  ['an import that the build strips', 'src/shell/a.ts', isomorphic(`import { a } from './a.server.ts'`)],
  ['an import by a service', 'src/shell/b.server.ts', `import { a } from './a.server.ts'`],
])('serverCodeInTheBrowser accepts %s from a server file', (_name, path, text) => {
  expect(serverCodeInTheBrowser([{ path, text }])).toEqual([])
})

function isomorphic(text: string): string {
  return `import { createIsomorphicFn } from '@tanstack/react-start'\n${text}`
}
