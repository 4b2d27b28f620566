import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse, type CastingContext, type InfoRecord } from 'csv-parse'
import { AppError } from '#lib/app-error.ts'

/** The bounds of a file: past any of them nothing more is read. */
export interface CsvLimits {
  mostBytes: number
  /** Without the header. */
  mostRows: number
  mostColumns: number
  mostBytesPerRow: number
}

/** Why a file cannot be read, as the key of its sentence. */
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

/** One row of a file, with the line that it begins on. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** The parser takes one piece after the other without a pause: small ones leave others their turn. */
const PIECE = 65_536
const SEPARATORS = [',', ';', '\t']
const BREAK = /\r\n|\n|\r/g

/**
 * Reads a CSV file (RFC 4180) row by row, the header first, in flat memory: as UTF-8, or as UTF-16 where its first bytes say
 * so; separated by commas, semicolons or tabs, whichever its first line has most of. Empty lines are passed over.
 * @throws {AppError} INVALID_INPUT or PAYLOAD_TOO_LARGE with a `CsvProblem` as the message of `file`, and the line as its number
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, limits: CsvLimits): AsyncGenerator<CsvRow> {
  const texts = decoded(inPieces(bytes, limits.mostBytes))
  const start = await firstLine(texts, limits.mostBytesPerRow)
  const lines = new Lines(limits)
  const parser = parse({
    delimiter: separatorIn(start.text),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: limits.mostBytesPerRow,
    cast: lines.checkCell,
    on_record: lines.withLine,
  })
  const pumping = pipeline(Readable.from(start.all), parser)
  // Whatever fails there, the loop below throws as well.
  pumping.catch(() => undefined)
  let hasHeader = false
  try {
    for await (const [line, ...cells] of parser as AsyncIterable<[string, ...string[]]>) {
      if (!hasHeader) refuseDuplicates(cells)
      hasHeader = true
      yield { line: Number(line), cells }
    }
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error, lines.nextLine) : error
  }
  if (!hasHeader) throw refused('empty')
}

function refused(problem: CsvProblem, line?: number): AppError {
  return new AppError(problem === 'tooLarge' ? 'PAYLOAD_TOO_LARGE' : 'INVALID_INPUT', {
    fields: { file: problem },
    ...(line !== undefined && { numbers: { file: { count: line } } }),
  })
}

function refusalOf({ code }: CsvError, line: number): AppError {
  return refused(code === 'CSV_MAX_RECORD_SIZE' ? 'rowTooLong' : 'quotes', line)
}

async function* inPieces(bytes: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > mostBytes) throw refused('tooLarge')
    for (let from = 0; from < chunk.length; from += PIECE) yield chunk.subarray(from, from + PIECE)
  }
}

async function* decoded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let first: Uint8Array = new Uint8Array()
  for await (const piece of pieces) {
    const part = decoder ? piece : Buffer.concat([first, piece])
    // The first two bytes tell.
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
    throw refused('encoding')
  }
}

/** The text of the first line, and all texts from the first on. */
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
  if (new Set(names).size < names.length) throw refused('duplicateHeader')
}

/** Counts lines as an editor does: the parser takes a break of two characters within quotes for two. */
class Lines {
  readonly #limits: CsvLimits
  #doubled = 0
  #rows = -1
  #end = 0

  constructor(limits: CsvLimits) {
    this.#limits = limits
  }

  /** Where the row begins that was not read to its end. */
  get nextLine(): number {
    return this.#end + 1
  }

  readonly checkCell = (cell: string, { index }: CastingContext): string => {
    if (index >= this.#limits.mostColumns) throw refused('tooManyColumns', this.nextLine)
    if (cell.includes('\0')) throw refused('nul', this.nextLine)
    if (cell.includes('\r\n')) this.#doubled += cell.split('\r\n').length - 1
    return cell
  }

  /** The parser makes nothing but cells: the first one is the line that the row begins on. */
  readonly withLine = (cells: string[], { lines }: InfoRecord): string[] => {
    this.#rows += 1
    this.#end = lines - this.#doubled
    if (this.#rows > this.#limits.mostRows) throw refused('tooManyRows')
    const within = cells.reduce((count, cell) => count + (cell.match(BREAK)?.length ?? 0), 0)
    return [String(this.#end - within), ...cells]
  }
}
