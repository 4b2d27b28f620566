import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fetchOutside, OutsideError, parseOutsideUrl, type OutsideGuard } from './outside-fetch.server.ts'
import { isLoopbackAddress } from './public-address.server.ts'

/** Servers of tests are on this machine. */
const toLoopback: OutsideGuard = { allows: isLoopbackAddress }

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  onTestFinished(() => server.closeAllConnections())
  return listen(server)
}

/** A server that says what it likes, HTTP or not. */
async function speak(talk: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = []
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  return listen(
    createTcpServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => undefined)
      socket.once('data', () => talk(socket))
    }),
  )
}

const faultOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => (error instanceof OutsideError ? error.fault : error),
  )

function faultOfUrl(url: string): string {
  try {
    parseOutsideUrl(url)
    return 'fine'
  } catch (error) {
    return (error as OutsideError).fault
  }
}

describe('addresses', () => {
  test('where only the usual ports are asked, others are refused', () => {
    const guard: OutsideGuard = { isUsualPortsOnly: true }
    for (const url of ['http://example.com/', 'https://example.com:80/', 'http://example.com:443/'])
      expect(parseOutsideUrl(url, guard).href).toBe(url)
    expect(() => parseOutsideUrl('https://example.com:8443/', guard)).toThrow('url-refused')
  })

  test('however a private address is written, the URL is refused', () => {
    const inner = fc.constantFrom([10, 8], [127, 8], [169.254, 16], [192.168, 16]).chain(([lead = 10]) => {
      const [a = 0, b] = String(lead).split('.').map(Number)
      return fc.tuple(fc.constant(a), b === undefined ? fc.nat(255) : fc.constant(b), fc.nat(255), fc.nat(255))
    })
    const notations: ((bytes: number[]) => string)[] = [
      (bytes) => bytes.join('.'),
      (bytes) => bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
      (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
      (bytes) => String(asNumber(bytes)),
      (bytes) => `0x${asNumber(bytes).toString(16)}`,
      (bytes) => `0${asNumber(bytes).toString(8)}`,
      ([a = 0, ...rest]) => `${a}.${asNumber(rest)}`,
      (bytes) => `${bytes.join('.')}.`,
      (bytes) => `[::ffff:${bytes.join('.')}]`,
      (bytes) => `[::${bytes.join('.')}]`,
      (bytes) => `[64:ff9b::${bytes.join('.')}]`,
      (bytes) => bytes.join('.').replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      (bytes) => bytes.join('%2e'),
    ]
    fc.assert(
      fc.property(inner, fc.constantFrom(...notations), (bytes, write) => {
        expect(faultOfUrl(`http://${write(bytes)}/`)).toBe('address-refused')
      }),
    )
  })

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'https://user:secret@example.com/',
    'https://user@example.com/',
    'http://example.com:25/',
    'http://example.com:22/',
    'https://999.1.1.1/',
    'no address',
    '',
  ])('%j is refused', (url) => expect(faultOfUrl(url)).toBe('url-refused'))

  test.each(['https://example.com/', 'http://example.com:8080/a?b', 'https://8.8.8.8/'])('%j is fine', (url) =>
    expect(faultOfUrl(url)).toBe('fine'),
  )
})

describe('names', () => {
  const resolvesTo = (...addresses: string[]): OutsideGuard => ({
    lookUp: () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
  })

  test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::1']], [['::ffff:169.254.169.254']], [['fd00::1']]])(
    'a name that resolves to %j is not asked',
    async (addresses) => {
      const guard = resolvesTo(...addresses)
      expect(await faultOf(fetchOutside({ url: 'http://innocent.example/', guard }))).toBe('address-refused')
    },
  )

  test('a name is looked up once, and what was checked is what is connected to', async () => {
    const url = await serve((request, response) => response.end(request.headers.host))
    let count = 0
    const guard: OutsideGuard = {
      ...toLoopback,
      lookUp: () => {
        count += 1
        return Promise.resolve([{ address: count === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }])
      },
    }
    const { port } = new URL(url)
    const { body } = await fetchOutside({ url: `http://rebound.example:${port}/`, guard })
    expect(body.toString()).toBe(`rebound.example:${port}`)
    expect(count).toBe(1)
  })

  test('a name that nobody has, and one that resolves to nothing', async () => {
    expect(await faultOf(fetchOutside({ url: 'http://nobody.invalid/' }))).toBe('name-unknown')
    expect(await faultOf(fetchOutside({ url: 'http://empty.example/', guard: resolvesTo() }))).toBe('name-unknown')
  })

  test('localhost is not asked', async () => {
    expect(await faultOf(fetchOutside({ url: 'http://localhost:5432/' }))).toBe('address-refused')
  })
})

describe('answers', () => {
  test('are read with status and body, and little is told of who asks', async () => {
    const url = await serve((request, response) => {
      response.statusCode = 418
      request.pipe(response)
      response.setHeader('x-asked', Object.keys(request.headers).toSorted().join(' '))
    })
    const answer = await fetchOutside({ url, method: 'POST', body: 'tea', guard: toLoopback })
    expect([answer.status, answer.body.toString()]).toEqual([418, 'tea'])
    expect(answer.headers['x-asked']).toBe('accept accept-encoding connection content-length host user-agent')
  })

  test('without an end are cut, and the connection closed', async () => {
    let sent = 0
    let closed: () => void = () => undefined
    const isClosed = new Promise<void>((resolve) => (closed = resolve))
    const url = await serve((_request, response) => {
      const chunk = Buffer.alloc(65_536)
      const go = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length
      }
      response.on('drain', go).on('close', closed)
      go()
    })
    const { body } = await fetchOutside({ url, guard: toLoopback, limits: { bodyBytes: 1_000 } })
    await isClosed
    expect(body).toHaveLength(1_000)
    expect(sent).toBeLessThan(20_000_000)
  })

  test('that are compressed stay so: nothing unfolds', async () => {
    const url = await serve((_request, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync(Buffer.alloc(10_000_000)))
    })
    const { body } = await fetchOutside({ url, guard: toLoopback })
    expect(body.length).toBeLessThanOrEqual(16_384)
  })

  const soon = { connectMs: 200, headersMs: 200, wholeMs: 400 }

  test('that drip, never begin or have headers without an end are not waited for', async () => {
    const dripping = await serve((_request, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const silent = await serve(() => undefined)
    const drippingHeaders = await speak((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('a: b\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const informing = await speak((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const asked = [dripping, silent, drippingHeaders, informing].map((url) =>
      faultOf(fetchOutside({ url, guard: toLoopback, limits: soon })),
    )
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 4 }, () => 'timed-out'))
  })

  test('that are no HTTP, too many headers, or break off, are faults', async () => {
    const tooMany = await speak((socket) => socket.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(10_000)}`))
    const other = await speak((socket) => socket.write('220 mail.example ESMTP\r\n'))
    const broken = await speak((socket) => socket.destroy())
    const upgraded = await speak((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: a\r\nconnection: upgrade\r\n\r\n'),
    )
    const fault = (url: string) => faultOf(fetchOutside({ url, guard: toLoopback, limits: soon }))
    expect(await Promise.all([tooMany, other, broken, upgraded].map(fault))).toEqual([
      'not-http',
      'not-http',
      'not-connected',
      'not-http',
    ])
  })

  test('nobody listens, or nobody there speaks TLS', async () => {
    const url = await serve((_request, response) => response.end())
    const secure = url.replace('http:', 'https:')
    expect(await faultOf(fetchOutside({ url: secure, guard: toLoopback }))).toBe('not-secure')
    expect(await faultOf(fetchOutside({ url: 'http://127.0.0.1:9', guard: toLoopback }))).toBe('url-refused')
    expect(await faultOf(fetchOutside({ url: 'http://127.0.0.1:65535', guard: toLoopback }))).toBe('not-connected')
  })
})

describe('redirects', () => {
  test('are not followed unless asked to', async () => {
    const url = await serve((_request, response) => response.writeHead(302, { location: '/there' }).end())
    expect((await fetchOutside({ url, guard: toLoopback })).status).toBe(302)
  })

  test('are followed so often, and each is looked at anew', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
      else if (request.url === '/scheme') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
      else if (request.url === '/named') response.writeHead(302, { location: 'http://inner.example/' }).end()
      else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end()
      else if (request.url === '/there') response.end('there')
      else response.writeHead(301, { location: '/there' }).end()
    })
    const guard: OutsideGuard = { ...toLoopback, lookUp: () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]) }
    const follow = (path: string) => fetchOutside({ url: url + path, guard, limits: { redirects: 3 } })
    expect(await follow('/')).toMatchObject({ status: 200, url: `${url}/there` })
    expect(await faultOf(follow('/inside'))).toBe('address-refused')
    expect(await faultOf(follow('/named'))).toBe('address-refused')
    expect(await faultOf(follow('/scheme'))).toBe('url-refused')
    expect(await faultOf(follow('/loop'))).toBe('too-many-redirects')
  })
})

test('a redirect to what is no address is an answer like any other', async () => {
  const base = await serve((request, response) =>
    response.writeHead(302, { location: request.url === '/none' ? '' : 'https:' }).end(),
  )
  for (const path of ['/', '/none'])
    expect(await fetchOutside({ url: base + path, guard: toLoopback, limits: { redirects: 3 } })).toMatchObject({
      status: 302,
    })
})

test('a proxy of the environment is not asked', async () => {
  const url = await serve((_request, response) => response.end('direct'))
  process.env.HTTP_PROXY = 'http://127.0.0.1:1'
  process.env.NODE_USE_ENV_PROXY = '1'
  onTestFinished(() => {
    delete process.env.HTTP_PROXY
    delete process.env.NODE_USE_ENV_PROXY
  })
  expect((await fetchOutside({ url, guard: toLoopback })).body.toString()).toBe('direct')
})

function asNumber(bytes: number[]): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0)
}
