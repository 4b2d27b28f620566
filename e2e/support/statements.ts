import { startTestProxy } from '#db/test-proxy.ts'

/** The codes of messages that can precede the start of a connection: requests for encryption and for a cancellation. */
const PRE_STARTUP_CODES = new Set([80_877_102, 80_877_103, 80_877_104])

/** A proxy in front of a database that records all statements. */
export interface RecordedStatements extends AsyncDisposable {
  /** The URL of the database through the proxy. */
  url: string
  /** The statements of all connections, in order. */
  statements: string[]
}

/** Starts a proxy in front of a database. It records only the statements that reach the database through it. */
export async function recordStatements(databaseUrl: string): Promise<RecordedStatements> {
  const statements: string[] = []
  const proxy = await startTestProxy(databaseUrl, () => statementReader((text) => statements.push(text)))
  return { url: proxy.url, statements, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() }
}

/** Returns a parser of the client's side of PostgreSQL's protocol, for chunks of any size. */
function statementReader(onStatement: (text: string) => void) {
  let rest = Buffer.alloc(0)
  let isStarted = false
  let bound = ''
  const prepared = new Map<string, string>()

  function read(type: string, body: Buffer) {
    const [first = '', second = ''] = body.toString().split('\0')
    if (type === 'Q') onStatement(first)
    else if (type === 'P') prepared.set(first, second)
    else if (type === 'B') bound = prepared.get(second) ?? ''
    else if (type === 'E') onStatement(bound)
  }

  return (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const typeBytes = isStarted ? 1 : 0
      const end = rest.length < typeBytes + 4 ? Infinity : typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < end) return
      if (isStarted) read(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, end))
      else isStarted = !PRE_STARTUP_CODES.has(rest.readInt32BE(4))
      rest = rest.subarray(end)
    }
  }
}
