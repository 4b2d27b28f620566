import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { compress } from './compress.server.ts'

const PAGE = '<p>مرحبا, hello</p>\n'.repeat(200)

describe('what a browser accepts decides', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br', 'br'],
    ['br;q=1.0, gzip;q=0.8', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip;q=0.5', 'gzip'],
    ['BR', 'br'],
    ['gzip;q=0', null],
    ['identity', null],
    ['x-brotli, abr', null],
    ['', null],
    [null, null],
  ])('%j: %s', async (accepted, encoding) => {
    const compressed = compress(aPage(), accepted)
    expect(compressed.headers.get('content-encoding')).toBe(encoding)
    const bytes = Buffer.from(await compressed.arrayBuffer())
    const opened = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
    expect(opened.toString()).toBe(PAGE)
  })
})

test('a compressed answer is smaller, and keeps its status and headers except for its length', async () => {
  const page = new Response(PAGE, {
    status: 404,
    headers: { 'Content-Type': 'text/html', 'Content-Length': '1', 'Set-Cookie': 'a=1', Vary: 'Cookie' },
  })
  const compressed = compress(page, 'br')
  expect(compressed.status).toBe(404)
  expect(Object.fromEntries(compressed.headers)).toEqual({
    'content-type': 'text/html',
    'content-encoding': 'br',
    'set-cookie': 'a=1',
    vary: 'Cookie, Accept-Encoding',
  })
  expect((await compressed.arrayBuffer()).byteLength).toBeLessThan(PAGE.length / 4)
})

describe('left as it is', () => {
  test.each([
    ['a picture', new Response(PAGE, { headers: { 'Content-Type': 'image/png' } })],
    [
      'what is compressed already',
      new Response(PAGE, { headers: { 'Content-Type': 'text/css', 'Content-Encoding': 'br' } }),
    ],
    ['an answer without a body', new Response(null, { status: 304, headers: { 'Content-Type': 'text/html' } })],
    ['an answer of no type', new Response(new Uint8Array([1, 2, 3]))],
  ])('is %s', (_name, response) => {
    expect(compress(response, 'br, gzip')).toBe(response)
  })
})

describe.each([
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
])('in %s', (encoding, createDecompressor) => {
  test('each chunk of a page can be read before the next one is made', async () => {
    const { response, controller } = aStream()
    const opened = openAsItComes(compress(response, encoding), createDecompressor())
    for (const chunk of ['<html>', '<main>first</main>', '<script>last</script>']) {
      controller().enqueue(new TextEncoder().encode(chunk))
      expect(await opened.next()).toBe(chunk)
    }
    controller().close()
    expect(await opened.next()).toBeUndefined()
  })

  test('a visitor who leaves stops the making of the page', async () => {
    const { response, controller, cancelled } = aStream()
    const reader = compress(response, encoding).body?.getReader()
    controller().enqueue(new TextEncoder().encode('<html>'))
    await reader?.read()
    await reader?.cancel()
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce())
  })

  test('a page that fails half-way breaks off, and does not look whole', async () => {
    const { response, controller } = aStream()
    const text = compress(response, encoding).text()
    controller().enqueue(new TextEncoder().encode('<html>'))
    controller().error(new Error('rendering failed'))
    await expect(text).rejects.toThrow(/./)
  })
})

function aPage(): Response {
  return new Response(PAGE, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

function aStream() {
  let made: ReadableStreamDefaultController<Uint8Array> | undefined
  const cancelled = vi.fn<() => void>()
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (made = controller), cancel: cancelled })
  const controller = () => {
    if (!made) throw new Error('the stream has not started')
    return made
  }
  return { response: new Response(body, { headers: { 'Content-Type': 'text/html' } }), controller, cancelled }
}

/** Reads compressed bytes as a browser does: what can be opened is opened at once. */
function openAsItComes({ body }: Response, decompressor: NodeJS.ReadWriteStream) {
  const read = decompressor[Symbol.asyncIterator]()
  void body?.pipeTo(
    new WritableStream<Uint8Array>({
      write: (bytes) => void decompressor.write(bytes),
      close: () => void decompressor.end(),
    }),
  )
  return {
    next: async (): Promise<string | undefined> => {
      const { value } = (await read.next()) as { value?: Buffer }
      return value?.toString()
    },
  }
}
