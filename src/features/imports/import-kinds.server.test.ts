import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { integerField, nullableField } from '#lib/form-fields.ts'
import { checkRow, findImportKind } from './import-kinds.server.ts'

const kinds = vi.hoisted((): unknown[] => [])
vi.mock('#slots/import.server.ts', () => ({ importKinds: kinds }))

test('a form field added later makes no row of an import invalid, and numbers are parsed in the import’s language', () => {
  const text = z.string().check(z.minLength(1))
  const schema = z.object({ email: text, name: text, role: text, jobTitle: text, floor: nullableField(integerField()) })
  const kind = (fields: string[]) => {
    kinds.splice(0, 1, { name: 'import-users', fields, schema })
    return findImportKind('import-users')
  }
  const cells = ['ada@import.example', 'Ada', 'user', 'Engineer', '١٬٠٠٠']
  const columns = { email: 0, name: 1, role: 2, jobTitle: 3, floor: 4 }
  const known = { email: 'ada@import.example', name: 'Ada', role: 'user' }
  const before = checkRow(kind(['email', 'name', 'role']), { columns, language: 'ar' }, cells)
  expect(before.data).toEqual({ ...known, jobTitle: '', floor: null })
  const now = checkRow(kind(['email', 'name', 'role', 'jobTitle', 'floor']), { columns, language: 'ar' }, cells)
  expect(now.data).toEqual({ ...known, jobTitle: 'Engineer', floor: 1_000 })
})
