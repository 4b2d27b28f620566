import { expect, test } from 'vitest'
import { emptiedFolders, withoutFolders } from './folders.ts'

test('emptiedFolders returns the folders of src that lose all their files', () => {
  const files = [
    'src/bells/a.ts',
    'src/bells/deep/b.ts',
    'src/lib/c.ts',
    'src/lib/d.ts',
    'src/server.ts',
    'e2e/bells/e.ts',
  ]
  expect(emptiedFolders(files, (file) => !['src/lib/d.ts', 'e2e/bells/e.ts'].includes(file))).toEqual(['bells'])
})

test('withoutFolders removes a folder’s row in the import rules and the folder’s name in other rows', () => {
  const rules = `  lib: [],\n  // What rings.\n  bells: ['lib'],\n  // Others.\n  ui: ['bells', 'lib'],\n  db: ['lib', 'bells'],\n  http: [\n    'bells',\n    'lib',\n  ],\n`
  expect(withoutFolders('src/architecture/import-rules.ts', rules, ['bells'])).toBe(
    `  lib: [],\n  // Others.\n  ui: ['lib'],\n  db: ['lib'],\n  http: [\n    'lib',\n  ],\n`,
  )
})

test('withoutFolders removes a folder from the map in docs/architecture.md', () => {
  const map =
    '  bells/   ring\n  lib/   helps\n\n| bells | lib |\n| ui | bells, lib |\n| db | lib, bells |\n| a bell | `bells, x` |\n'
  expect(withoutFolders('docs/architecture.md', map, ['bells'])).toBe(
    '  lib/   helps\n\n| ui | lib |\n| db | lib |\n| a bell | `bells, x` |\n',
  )
  expect(withoutFolders('docs/a.md', map, ['bells'])).toBe(map)
})
