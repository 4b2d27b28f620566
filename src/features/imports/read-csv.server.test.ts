import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'
import { readCsv, type CsvRow } from './read-csv.server.ts'

const LIMITS = { maxBytes: 60_000_000, maxRows: 1_000_000, maxColumns: 100, maxBytesPerRow: 131_072 }

async function* chunksOf(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function readAll(file: string | Uint8Array, { size = 1_000_000, limits = LIMITS } = {}): Promise<CsvRow[]> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const rows: CsvRow[] = []
  for await (const row of readCsv(chunksOf(bytes, size), limits)) rows.push(row)
  return rows
}

const cellsOf = async (file: string | Uint8Array) => (await readAll(file)).map(({ cells }) => cells)

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', '=', "'", 'a', ' ', 'é', '\uFEFF') }),
)
const formulaGuarded = (text: string) => (/^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text)

test('readCsv reads rows written by csvLine, however the file is split into chunks', async () => {
  const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), fc.boolean(), async (rows, size, hasMark) => {
      const clean = rows.map((row) => row.map((text) => text.replaceAll('\0', '').toWellFormed()))
      const file = ['a', 'b', 'c'].join(',') + '\r\n' + clean.map(csvLine).join('')
      const read = await readAll((hasMark ? '\uFEFF' : '') + file, { size })
      expect(read.slice(1).map(({ cells }) => cells)).toEqual(clean.map((row) => row.map(formulaGuarded)))
    }),
    { numRuns: 300 },
  )
})

test.each([
  [
    'semicolons',
    'a;b,x;c\n1;2;3\n',
    [
      ['a', 'b,x', 'c'],
      ['1', '2', '3'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'commas in quoted headers',
    '"a;b;c",d\n1,2\n',
    [
      ['a;b;c', 'd'],
      ['1', '2'],
    ],
  ],
  ['a single column', 'email\na@b.c\n', [['email'], ['a@b.c']]],
  [
    'carriage returns without line feeds',
    'a,b\r1,2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'empty lines and mixed line ends',
    '\r\na,b\r\n\n1,2\r\r\n3,4',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'a first line that names the separator',
    'sep=;\r\na,x;b\r\n1;2\r\n',
    [
      ['a,x', 'b'],
      ['1', '2'],
    ],
  ],
  ['a header that only begins like such a line', 'sep=;a\n1\n', [['sep=', 'a'], ['1']]],
  ['rows of different lengths', 'a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
])('readCsv accepts %s', async (_name, file, rows) => {
  expect(await cellsOf(file)).toEqual(rows)
})

test('readCsv accepts UTF-16 with a byte order mark, in both byte orders', async () => {
  const little = Buffer.from('\uFEFFa,b\nعلي,é\n', 'utf16le')
  expect(await cellsOf(little)).toEqual([
    ['a', 'b'],
    ['علي', 'é'],
  ])
  expect(await cellsOf(Buffer.from(little).swap16())).toEqual([
    ['a', 'b'],
    ['علي', 'é'],
  ])
})

test('the line of a row is the line on which it begins, also with breaks in cells and empty lines', async () => {
  const rows = await readAll('a,b\r\n"1\r\n1",x\r\n\r\n"2\n\n2",y\r\n3,z')
  expect(rows.map(({ line }) => line)).toEqual([1, 2, 5, 8])
})

const csvErrorOf = (file: string, line?: number) => ({
  code: file === 'tooLarge' ? 'PAYLOAD_TOO_LARGE' : 'INVALID_INPUT',
  details: { fields: { file }, ...(line !== undefined && { numbers: { file: { count: line } } }) },
})

test('a first line that names the separator counts as a line, but is no row', async () => {
  const file = '\uFEFFsep=;\r\na;b\r\n1;2\r\n3;4'
  for (const size of [1, 3, 1_000]) {
    const rows = await readAll(file, { size, limits: { ...LIMITS, maxRows: 2 } })
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4])
  }
  const longer = readAll(`${file}\r\n5;6`, { limits: { ...LIMITS, maxRows: 2 } })
  await expect(longer).rejects.toMatchObject(csvErrorOf('tooManyRows'))
})

test.each<[string, string | Uint8Array, object]>([
  ['an empty file', '', csvErrorOf('empty')],
  ['a file of empty lines', '\n\r\n', csvErrorOf('empty')],
  ['a quote that is not closed', 'a,b\n1,2\n"3,4\n5,6\n', csvErrorOf('quotes', 3)],
  ['a quote within a cell', 'a,b\n1,2 "x"\n', csvErrorOf('quotes', 2)],
  ['letters after a quote', 'a,b\n\n"1"x,2\n', csvErrorOf('quotes', 2)],
  ['a NUL character', 'a,b\n1,2\n3,\0\n', csvErrorOf('nul', 3)],
  ['another encoding', Uint8Array.from([...Buffer.from('name\nRen'), 0xe9, 0x0a]), csvErrorOf('encoding')],
  ['an incomplete character at the end', Uint8Array.from([0x61, 0x0a, 0xc3]), csvErrorOf('encoding')],
  ['two columns with one name', 'Email,name,email \n1,2,3\n', csvErrorOf('duplicateHeader')],
  ['too many columns', `a,b\n1,2\n${','.repeat(100)}`, csvErrorOf('tooManyColumns', 3)],
])('%s is refused with the line number', async (_name, file, expected) => {
  await expect(readAll(file)).rejects.toMatchObject(expected)
})

test('a file with too many bytes or too many rows is refused', async () => {
  await expect(readAll('a\n1\n2\n3\n', { limits: { ...LIMITS, maxRows: 2 } })).rejects.toMatchObject(
    csvErrorOf('tooManyRows'),
  )
  await expect(readAll('a\n1\n', { limits: { ...LIMITS, maxBytes: 3 } })).rejects.toMatchObject(csvErrorOf('tooLarge'))
})

test.each([
  ['a cell of 10 MB', `a,b\n1,"${'x'.repeat(10_000_000)}"\n`, 'rowTooLong'],
  ['a million columns', `a,b\n${'x,'.repeat(1_000_000)}\n`, 'tooManyColumns'],
  ['a header of a million columns', `${'x,'.repeat(1_000_000)}\n`, 'tooManyColumns'],
  ['fifty million commas', ','.repeat(50_000_000), 'tooManyColumns'],
  ['a quoted cell of 50 MB', `a,b\n"${'x\n'.repeat(25_000_000)}`, 'rowTooLong'],
])('%s is refused early, before the whole file is read', async (_name, file, problem) => {
  let taken = 0
  async function* pieces() {
    for await (const piece of chunksOf(new TextEncoder().encode(file), 65_536)) {
      taken += piece.length
      yield piece
    }
  }
  const reading = (async () => {
    for await (const { cells } of readCsv(pieces(), LIMITS)) expect(cells).toHaveLength(2)
  })()
  await expect(reading).rejects.toMatchObject({ details: { fields: { file: problem } } })
  expect(taken).toBeLessThan(1_000_000)
})

test('readCsv closes the file when the reader stops', async () => {
  let isEnded = false
  async function* endless() {
    try {
      for (;;) yield new TextEncoder().encode('1,2\n'.repeat(1_000))
    } finally {
      isEnded = true
    }
  }
  for await (const { cells } of readCsv(endless(), LIMITS)) if (cells.length > 0) break
  await expect.poll(() => isEnded).toBe(true)
})
