import { expect, test } from 'vitest'
import { csvLine, withoutGuard } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '=cmd|"/c calc"!A1'])(
  'a cell that begins like a formula is text: %j',
  (formula) => {
    expect(csvLine([formula])).toBe(`"'${formula.replaceAll('"', '""')}"\r\n`)
  },
)

test('separators, quotes and ends of lines stay within their cell; nothing is nothing', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\r\nlines', ';', null, undefined, '', 'a=b', "'x"])).toBe(
    `"a,b","say ""hi""","two\r\nlines",";",,,,"a=b","'x"\r\n`,
  )
})

test('the guard of a formula is removed, and any other apostrophe stays', () => {
  expect(["'=1", "'-", "''=1", "'x", '=1', ''].map(withoutGuard)).toEqual(['=1', '-', "''=1", "'x", '=1', ''])
})
