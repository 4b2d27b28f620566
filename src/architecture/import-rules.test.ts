import { expect, test } from 'vitest'
import { sources } from './source.ts'
import { forbiddenImports, unusedPermissions } from './import-rules.ts'

test('folders import only from folders that ALLOWED_IMPORTS allows', () => {
  expect(forbiddenImports(sources)).toEqual([])
})

test('every import that ALLOWED_IMPORTS allows is made by some file', () => {
  expect(unusedPermissions(sources)).toEqual([])
})

test.each([
  ['a feature that imports another', 'src/features/home/home.ts', `import { a } from '#features/login/a.ts'`],
  ['a feature that imports another by a relative path', 'src/features/home/home.ts', `import '../login/login.ts'`],
  ['a feature that imports the shell', 'src/features/home/home.ts', `import { a } from '#shell/root.tsx'`],
  ['a type from above', 'src/lib/text.ts', `import type { Viewer } from '#auth/current-session.server.ts'`],
  ['a type named in place', 'src/lib/text.ts', `export type V = import('#auth/current-session.server.ts').Viewer`],
  ['a dynamic import', 'src/ui/button.tsx', `const load = () => import('#features/home/home.ts')`],
  ['a re-export', 'src/lib/text.ts', `export { log } from '../db/client.ts'`],
  ['an email that imports the configuration', 'emails/a.tsx', `import { appConfig } from '#app.config'`],
  ['code that imports a script', 'src/db/client.ts', `import '../../scripts/seed.ts'`],
  ['code that imports the sample data', 'src/db/client.ts', `import '../../scripts/database/seed.ts'`],
  ['a test that imports a script', 'src/db/a.test.ts', `import '../../scripts/seed.ts'`],
  ['a folder without a row', 'src/utils/text.ts', `export const a = 1`],
])('forbiddenImports reports %s', (_name, path, text) => {
  expect(forbiddenImports([{ path, text }])).toEqual([expect.stringMatching(new RegExp(`^${path}:1 `))])
})

test.each([
  ['a feature that imports itself', 'src/features/home/pages/a.tsx', `import '../home.queries.ts'`],
  ['a route that shows a feature', 'src/routes/app/index.tsx', `import '#features/home/pages/home-page.tsx'`],
  ['a test that uses the test database', 'src/lib/text.test.ts', `import '#db/test-database.ts'`],
  ['a test that uses the sample data', 'src/lib/text.test.ts', `import '../../scripts/database/seed.ts'`],
  ['the wiring', 'src/server.ts', `import '#http/handle-request.server.ts'`],
  ['a package', 'src/lib/text.ts', `import pino from 'pino'`],
])('forbiddenImports accepts %s', (_name, path, text) => {
  expect(forbiddenImports([{ path, text }])).toEqual([])
})
