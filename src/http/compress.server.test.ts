import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createZstdDecompress,
  gunzipSync,
  zstdDecompressSync,
} from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { compress } from './compress.server.ts'

const PAGE = '<p>مرحبا, hello</p>\n'.repeat(200)
const DECOMPRESSORS: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

describe('the Accept-Encoding header selects the encoding', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br', 'br'],
    ['br;q=1.0, gzip;q=0.8', 'br'],
    ['gzip;q=1.0, br;q=0.8, zstd;q=0.5', 'gzip'],
    ['zstd;q=0.5, gzip;q=0.5', 'zstd'],
    ['zstd;q=0, br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip;q=0.5', 'gzip'],
    ['gzip;q=0.1, identity', null],
    ['BR', 'br'],
    ['Zstd', 'zstd'],
    ['*', 'zstd'],
    ['zstd;q=0, *', 'br'],
    ['*;q=0', null],
    ['*;q=0, gzip;q=1', 'gzip'],
    ['gzip;q=0', null],
    ['identity', null],
    ['x-brotli, abr', null],
    ['gzip;q=much', null],
    [';;,=,;q', null],
    ['', null],
    [null, null],
  ])('the header %j selects %s', async (accepted, encoding) => {
    const compressed = await compress(aPage(), accepted)
    expect(compressed.headers.get('content-encoding')).toBe(encoding)
    const bytes = Buffer.from(await compressed.arrayBuffer())
    const open = DECOMPRESSORS[encoding ?? '']
    expect(Buffer.from(open ? open(bytes) : bytes).toString()).toBe(PAGE)
  })
})

test.each([
  ['zstd', PAGE.length / 4],
  ['br', PAGE.length / 4],
  ['gzip', PAGE.length / 4],
  ['identity', Buffer.byteLength(PAGE)],
])('a complete answer in %s keeps its status and headers, and has a Content-Length', async (encoding, most) => {
  const headers = { 'Content-Type': 'text/html', 'Content-Length': '1', 'Set-Cookie': 'a=1', Vary: 'Cookie' }
  const compressed = await compress(new Response(PAGE, { status: 404, headers }), encoding)
  const { byteLength } = await compressed.clone().arrayBuffer()
  expect(byteLength).toBeLessThanOrEqual(most)
  expect(compressed.status).toBe(404)
  expect(Object.fromEntries(compressed.headers)).toEqual({
    'content-type': 'text/html',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': String(byteLength),
    'set-cookie': 'a=1',
    vary: 'Cookie, Accept-Encoding',
  })
})

test('a small answer is not compressed, but has a Vary header, so that caches keep one copy per encoding', async () => {
  const answer = await compress(Response.json({ code: 'NOT_FOUND' }), 'br, gzip')
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  expect(await answer.json()).toEqual({ code: 'NOT_FOUND' })
})

test('a page whose chunks are all ready is compressed in one piece', async () => {
  const chunks = Array.from({ length: 30 }, (_, index) => `<p>${index}</p>`.repeat(20))
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await Promise.resolve(chunks.shift())
      if (chunk === undefined) controller.close()
      else controller.enqueue(Buffer.from(chunk))
    },
  })
  const whole = chunks.join('')
  const compressed = await compress(new Response(body, { headers: { 'Content-Type': 'text/html' } }), 'zstd')
  expect(Number(compressed.headers.get('content-length'))).toBeLessThan(1_000)
  expect(Buffer.from(zstdDecompressSync(await compressed.bytes())).toString()).toBe(whole)
})

test('an answer that is too long to buffer is sent in pieces, no faster than it is read', async () => {
  let made = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      made += 1
      if (made > 1_000) controller.close()
      else controller.enqueue(new Uint8Array(10_000))
    },
  })
  const { headers, body: compressed } = await compress(
    new Response(body, { headers: { 'Content-Type': 'text/csv' } }),
    'gzip',
  )
  expect(headers.get('content-length')).toBeNull()
  await nextTurn()
  expect(made).toBeLessThan(100)
  const opened = compressed?.pipeThrough(new DecompressionStream('gzip'))
  let length = 0
  for await (const bytes of opened ?? []) length += bytes.length
  expect(length).toBe(10_000_000)
})

describe('uncompressed answers', () => {
  test.each([
    ['an image', new Response(PAGE, { headers: { 'Content-Type': 'image/png' } })],
    ['already compressed', new Response(PAGE, { headers: { 'Content-Type': 'text/css', 'Content-Encoding': 'br' } })],
    ['without a body', new Response(null, { status: 304, headers: { 'Content-Type': 'text/html' } })],
    ['without a content type', new Response(new Uint8Array([1, 2, 3]))],
  ])('an answer is not compressed if it is %s', async (_name, response) => {
    expect(await compress(response, 'br, gzip')).toBe(response)
  })
})

describe.each([
  ['zstd', createZstdDecompress],
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
  ['identity', () => new PassThrough()],
])('a streamed page in %s', (encoding, createDecompressor) => {
  test('each chunk can be read before the next chunk is created', async () => {
    const { response, controller } = aStream()
    const opened = decompressStream(await compress(response, encoding), createDecompressor())
    for (const chunk of ['<html>', '<main>first</main>', '<script>last</script>']) {
      controller().enqueue(new Uint8Array())
      for (let turn = 0; turn < 3; turn += 1) await nextTurn()
      controller().enqueue(new TextEncoder().encode(chunk))
      expect(await opened.next()).toBe(chunk)
    }
    controller().close()
    expect(await opened.next()).toBeUndefined()
  })

  test('content that is ready before the first pause is sent at once', async () => {
    const { response, controller } = aStream()
    controller().enqueue(new TextEncoder().encode('<html>'))
    controller().enqueue(new TextEncoder().encode('<head>'))
    const opened = decompressStream(await compress(response, encoding), createDecompressor())
    expect(await opened.next()).toBe('<html><head>')
  })

  test('a visitor who disconnects stops the rendering of the page', async () => {
    const { response, controller, cancelled } = aStream()
    const reader = (await compress(response, encoding)).body?.getReader()
    controller().enqueue(new TextEncoder().encode('<html>'))
    await reader?.read()
    await reader?.cancel()
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce())
  })

  test('a page that fails half-way ends with an error instead of looking complete', async () => {
    const { response, controller } = aStream()
    const text = compress(response, encoding).then((answer) => answer.text())
    controller().enqueue(new TextEncoder().encode('<html>'))
    await nextTurn()
    controller().error(new Error('rendering failed'))
    await expect(text).rejects.toThrow('rendering failed')
  })

  test('a page that fails before its first pause ends with an error too', async () => {
    const { response, controller } = aStream()
    const text = compress(response, encoding).then((answer) => answer.text())
    controller().enqueue(new TextEncoder().encode('<html>'.repeat(1_000)))
    await Promise.resolve()
    controller().error(new Error('rendering failed'))
    await expect(text).rejects.toThrow('rendering failed')
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

/** Reads compressed bytes like a browser: decompresses each chunk as soon as it arrives. */
function decompressStream({ body }: Response, decompressor: NodeJS.ReadWriteStream) {
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
