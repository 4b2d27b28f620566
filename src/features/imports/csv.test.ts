import { expect, test } from 'vitest'
import { csvLine, withoutFormulaGuard } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '=cmd|"/c calc"!A1'])(
  'csvLine marks a cell that begins like a formula as text: %j',
  (formula) => {
    expect(csvLine([formula])).toBe(`"'${formula.replaceAll('"', '""')}"\r\n`)
  },
)

test('csvLine quotes separators, quotes and line breaks, and writes null as an empty cell', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\r\nlines', ';', null, undefined, '', 'a=b', "'x"])).toBe(
    `"a,b","say ""hi""","two\r\nlines",";",,,,"a=b","'x"\r\n`,
  )
})

test('withoutFormulaGuard removes the apostrophe before a formula, and keeps any other apostrophe', () => {
  expect(["'=1", "'-", "''=1", "'x", '=1', ''].map(withoutFormulaGuard)).toEqual(['=1', '-', "''=1", "'x", '=1', ''])
})
