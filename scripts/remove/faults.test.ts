import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withoutFaults } from './faults.ts'

test('withoutFaults removes the rows of a deleted file, and keeps other rows with the same number', () => {
  const document = '| row | fault |\n| 7 | A bell rings | twice |\n| 7 | A bell breaks | once |\n'
  const faults = `testedBy(\n    {\n      row: 7,\n      title: 'A bell rings',\n      how: 'x',\n`
  expect(withoutFaults(document, faults)).toBe('| row | fault |\n| 7 | A bell breaks | once |\n')
  expect(withoutFaults(document, '')).toBe(document)
})

test('withoutFaults finds the rows of held.ts in docs/reliability.md', () => {
  const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8')
  const document = read('docs/reliability.md')
  const lost = document.split('\n').length - withoutFaults(document, read('e2e/faults/rows/held.ts')).split('\n').length
  expect(lost).toBeGreaterThan(0)
})
