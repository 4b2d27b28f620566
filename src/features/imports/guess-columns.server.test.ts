import { expect, test } from 'vitest'
import { guessColumns } from './guess-columns.server.ts'
import { findImportKind } from './import-kinds.server.ts'

test('guessColumns finds the address column of Google contacts', () => {
  const header = ['First Name', 'Last Name', 'E-mail 1 - Label', 'E-mail 1 - Value']
  expect(guessColumns(findImportKind('import-users'), header)).toMatchObject({ email: 3 })
})
