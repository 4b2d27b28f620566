import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse, type CastingContext, type InfoRecord } from 'csv-parse'
import { AppError } from '#lib/app-error.ts'

/** The limits of a file. Reading stops when one of them is exceeded. */
export interface CsvLimits {
  maxBytes: number
  /** The maximum number of rows except for the header. */
  maxRows: number
  maxColumns: number
  maxBytesPerRow: number
}

/** The reason why a file cannot be read, as the key of its message. */
export type CsvProblem =
  | 'empty'
  | 'encoding'
  | 'quotes'
  | 'nul'
  | 'rowTooLong'
  | 'tooManyColumns'
  | 'tooManyRows'
  | 'tooLarge'
  | 'duplicateHeader'

/** A row of a file, with the line on which it begins. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** The size of the pieces that the parser gets. It parses a piece without pausing, so large pieces would delay other requests. */
const CHUNK_BYTES = 65_536
const SEPARATORS = [',', ';', '\t']
/** The first line of some files, which only names the separator, for example `sep=;`. */
const SEPARATOR_HINT = /^\s*sep=[,;\t](?:[\r\n]|$)/i
const LINE_BREAK = /\r\n|\n|\r/g

/**
 * Reads a CSV file (RFC 4180) row by row, header first, in constant memory. The encoding is UTF-8, or UTF-16 with a byte order
 * mark. The separator is the comma, semicolon or tab, depending on which occurs most often in the first line. Skips empty lines,
 * and a first line like `sep=;`.
 * @throws {AppError} INVALID_INPUT or PAYLOAD_TOO_LARGE with a `CsvProblem` as the message of `file`, and the line as its number
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, limits: CsvLimits): AsyncGenerator<CsvRow> {
  const texts = decodeChunks(splitIntoChunks(bytes, limits.maxBytes))
  const start = await firstLine(texts, limits.maxBytesPerRow)
  const hasHint = SEPARATOR_HINT.test(start.text)
  const lines = new LineReader(limits, hasHint ? 2 : 1)
  const parser = parse({
    delimiter: separatorIn(start.text),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: limits.maxBytesPerRow,
    cast: lines.checkCell,
    on_record: lines.withLine,
  })
  const pumping = pipeline(Readable.from(start.all), parser)
  // Ignore errors of the pipeline here, because the loop below throws them as well.
  pumping.catch(() => undefined)
  let isHint = hasHint
  let hasHeader = false
  try {
    for await (const [line, ...cells] of parser as AsyncIterable<[string, ...string[]]>) {
      if (isHint) isHint = false
      else {
        if (!hasHeader) refuseDuplicates(cells)
        hasHeader = true
        yield { line: Number(line), cells }
      }
    }
  } catch (error) {
    throw error instanceof CsvError ? convertCsvError(error, lines.nextLine) : error
  }
  if (!hasHeader) throw csvError('empty')
}

function csvError(problem: CsvProblem, line?: number): AppError {
  return new AppError(problem === 'tooLarge' ? 'PAYLOAD_TOO_LARGE' : 'INVALID_INPUT', {
    fields: { file: problem },
    ...(line !== undefined && { numbers: { file: { count: line } } }),
  })
}

function convertCsvError({ code }: CsvError, line: number): AppError {
  return csvError(code === 'CSV_MAX_RECORD_SIZE' ? 'rowTooLong' : 'quotes', line)
}

async function* splitIntoChunks(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > maxBytes) throw csvError('tooLarge')
    for (let from = 0; from < chunk.length; from += CHUNK_BYTES) yield chunk.subarray(from, from + CHUNK_BYTES)
  }
}

async function* decodeChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let first: Uint8Array = new Uint8Array()
  for await (const piece of pieces) {
    const part = decoder ? piece : Buffer.concat([first, piece])
    // Waits for two bytes, which identify the encoding.
    if (!decoder && part.length < 2) {
      first = part
      continue
    }
    decoder ??= new TextDecoder(encodingOf(part), { fatal: true })
    yield decode(decoder, part)
  }
  yield decode(decoder ?? new TextDecoder('utf-8', { fatal: true }), decoder ? undefined : first)
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

function decode(decoder: TextDecoder, part: Uint8Array | undefined): string {
  try {
    return part ? decoder.decode(part, { stream: true }) : decoder.decode()
  } catch {
    throw csvError('encoding')
  }
}

/** Reads until the first line is complete. @returns the text read so far, and an iterator of all texts, including that text */
async function firstLine(texts: AsyncGenerator<string>, most: number) {
  let text = ''
  while (text.length < most && !/[\r\n]/.test(text.replace(/^\s+/, ''))) {
    const { done, value } = await texts.next()
    if (done) break
    text += value
  }
  async function* all() {
    yield text
    yield* texts
  }
  return { text, all: all() }
}

function separatorIn(text: string): string {
  const unquoted = text.trimStart().replace(/"[^"]*"/g, '')
  const [line = ''] = unquoted.split(/[\r\n]/, 1)
  const counts = SEPARATORS.map((separator) => line.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

function refuseDuplicates(header: string[]): void {
  const names = header.map((name) => name.trim().toLowerCase()).filter(Boolean)
  if (new Set(names).size < names.length) throw csvError('duplicateHeader')
}

/** Counts lines like an editor does. The parser counts `\r\n` within quotes as two line breaks. */
class LineReader {
  readonly #limits: CsvLimits
  #doubled = 0
  #rows: number
  #end = 0

  /** Creates a counter. @param heads the number of lines before the first row: the header, and a line with `sep=` */
  constructor(limits: CsvLimits, heads: number) {
    this.#limits = limits
    this.#rows = -heads
  }

  /** The line on which the row begins that the parser is reading. */
  get nextLine(): number {
    return this.#end + 1
  }

  readonly checkCell = (cell: string, { index }: CastingContext): string => {
    if (index >= this.#limits.maxColumns) throw csvError('tooManyColumns', this.nextLine)
    if (cell.includes('\0')) throw csvError('nul', this.nextLine)
    if (cell.includes('\r\n')) this.#doubled += cell.split('\r\n').length - 1
    return cell
  }

  /** Adds a first cell with the line on which the row begins, because the parser returns only cells. */
  readonly withLine = (cells: string[], { lines }: InfoRecord): string[] => {
    this.#rows += 1
    this.#end = lines - this.#doubled
    if (this.#rows > this.#limits.maxRows) throw csvError('tooManyRows')
    const within = cells.reduce((count, cell) => count + (cell.match(LINE_BREAK)?.length ?? 0), 0)
    return [String(this.#end - within), ...cells]
  }
}
