import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fetchExternal, ExternalError, parseExternalUrl, type EgressPolicy } from './external-fetch.server.ts'
import { isLoopbackAddress } from './public-address.server.ts'

/** Allows this machine, which the test servers run on. */
const toLoopback: EgressPolicy = { allows: isLoopbackAddress }

async function listenOnFreePort(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function startHttpServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  onTestFinished(() => server.closeAllConnections())
  return listenOnFreePort(server)
}

/** Starts a server that sends any bytes, HTTP or not. */
async function startTcpServer(talk: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = []
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  return listenOnFreePort(
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
    (error: unknown) => (error instanceof ExternalError ? error.fault : error),
  )

function faultOfUrl(url: string): string {
  try {
    parseExternalUrl(url)
    return 'fine'
  } catch (error) {
    return (error as ExternalError).fault
  }
}

describe('addresses', () => {
  test('ports other than 80 and 443 are refused if only usual ports are allowed', () => {
    const policy: EgressPolicy = { onlyStandardPorts: true }
    for (const url of ['http://example.com/', 'https://example.com:80/', 'http://example.com:443/'])
      expect(parseExternalUrl(url, policy).href).toBe(url)
    expect(() => parseExternalUrl('https://example.com:8443/', policy)).toThrow('url-refused')
  })

  test('a URL with a private address is refused in any notation', () => {
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
  ])('the URL %j is refused', (url) => expect(faultOfUrl(url)).toBe('url-refused'))

  test.each(['https://example.com/', 'http://example.com:8080/a?b', 'https://8.8.8.8/'])(
    'the URL %j is accepted',
    (url) => expect(faultOfUrl(url)).toBe('fine'),
  )
})

describe('names', () => {
  const resolvesTo = (...addresses: string[]): EgressPolicy => ({
    lookUp: () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
  })

  test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::1']], [['::ffff:169.254.169.254']], [['fd00::1']]])(
    'a name that resolves to %j is refused',
    async (addresses) => {
      const policy = resolvesTo(...addresses)
      expect(await faultOf(fetchExternal({ url: 'http://innocent.example/', policy }))).toBe('address-refused')
    },
  )

  test('a name is looked up once, and the checked address is the one that is connected to', async () => {
    const url = await startHttpServer((request, response) => response.end(request.headers.host))
    let count = 0
    const policy: EgressPolicy = {
      ...toLoopback,
      lookUp: () => {
        count += 1
        return Promise.resolve([{ address: count === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }])
      },
    }
    const { port } = new URL(url)
    const { body } = await fetchExternal({ url: `http://rebound.example:${port}/`, policy })
    expect(body.toString()).toBe(`rebound.example:${port}`)
    expect(count).toBe(1)
  })

  test('an unknown name and a name without addresses fail', async () => {
    expect(await faultOf(fetchExternal({ url: 'http://nobody.invalid/' }))).toBe('name-unknown')
    expect(await faultOf(fetchExternal({ url: 'http://empty.example/', policy: resolvesTo() }))).toBe('name-unknown')
  })

  test('localhost is refused', async () => {
    expect(await faultOf(fetchExternal({ url: 'http://localhost:5432/' }))).toBe('address-refused')
  })
})

describe('answers', () => {
  test('an answer is read with status and body, and the request reveals little about the sender', async () => {
    const url = await startHttpServer((request, response) => {
      response.statusCode = 418
      request.pipe(response)
      response.setHeader('x-asked', Object.keys(request.headers).toSorted().join(' '))
    })
    const answer = await fetchExternal({ url, method: 'POST', body: 'tea', policy: toLoopback })
    expect([answer.status, answer.body.toString()]).toEqual([418, 'tea'])
    expect(answer.headers['x-asked']).toBe('accept accept-encoding connection content-length host user-agent')
  })

  test('an answer without an end is cut at the limit, and the connection is closed', async () => {
    let sent = 0
    let closed: () => void = () => undefined
    const isClosed = new Promise<void>((resolve) => (closed = resolve))
    const url = await startHttpServer((_request, response) => {
      const chunk = Buffer.alloc(65_536)
      const go = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length
      }
      response.on('drain', go).on('close', closed)
      go()
    })
    const { body } = await fetchExternal({ url, policy: toLoopback, limits: { bodyBytes: 1_000 } })
    await isClosed
    expect(body).toHaveLength(1_000)
    expect(sent).toBeLessThan(20_000_000)
  })

  test('a compressed answer is not decompressed', async () => {
    const url = await startHttpServer((_request, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync(Buffer.alloc(10_000_000)))
    })
    const { body } = await fetchExternal({ url, policy: toLoopback })
    expect(body.length).toBeLessThanOrEqual(16_384)
  })

  const soon = { connectMs: 200, headersMs: 200, wholeMs: 400 }

  test('an answer with slow, missing or endless parts times out', async () => {
    const dripping = await startHttpServer((_request, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const silent = await startHttpServer(() => undefined)
    const drippingHeaders = await startTcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('a: b\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const informing = await startTcpServer((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const asked = [dripping, silent, drippingHeaders, informing].map((url) =>
      faultOf(fetchExternal({ url, policy: toLoopback, limits: soon })),
    )
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 4 }, () => 'timed-out'))
  })

  test('an answer with broken HTTP, too many headers or a missing end is a failure', async () => {
    const tooMany = await startTcpServer((socket) => socket.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(10_000)}`))
    const other = await startTcpServer((socket) => socket.write('220 mail.example ESMTP\r\n'))
    const broken = await startTcpServer((socket) => socket.destroy())
    const upgraded = await startTcpServer((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: a\r\nconnection: upgrade\r\n\r\n'),
    )
    const fault = (url: string) => faultOf(fetchExternal({ url, policy: toLoopback, limits: soon }))
    expect(await Promise.all([tooMany, other, broken, upgraded].map(fault))).toEqual([
      'not-http',
      'not-http',
      'not-connected',
      'not-http',
    ])
  })

  test('a request fails if no server listens, or if the server does not speak TLS', async () => {
    const url = await startHttpServer((_request, response) => response.end())
    const secure = url.replace('http:', 'https:')
    expect(await faultOf(fetchExternal({ url: secure, policy: toLoopback }))).toBe('not-secure')
    expect(await faultOf(fetchExternal({ url: 'http://127.0.0.1:9', policy: toLoopback }))).toBe('url-refused')
    expect(await faultOf(fetchExternal({ url: 'http://127.0.0.1:65535', policy: toLoopback }))).toBe('not-connected')
  })
})

describe('redirects', () => {
  test('a redirect is not followed by default', async () => {
    const url = await startHttpServer((_request, response) => response.writeHead(302, { location: '/there' }).end())
    expect((await fetchExternal({ url, policy: toLoopback })).status).toBe(302)
  })

  test('redirects are followed up to the limit, and the URL of each is checked', async () => {
    const url = await startHttpServer((request, response) => {
      if (request.url === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
      else if (request.url === '/scheme') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
      else if (request.url === '/named') response.writeHead(302, { location: 'http://inner.example/' }).end()
      else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end()
      else if (request.url === '/there') response.end('there')
      else response.writeHead(301, { location: '/there' }).end()
    })
    const policy: EgressPolicy = { ...toLoopback, lookUp: () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]) }
    const follow = (path: string) => fetchExternal({ url: url + path, policy, limits: { redirects: 3 } })
    expect(await follow('/')).toMatchObject({ status: 200, url: `${url}/there` })
    expect(await faultOf(follow('/inside'))).toBe('address-refused')
    expect(await faultOf(follow('/named'))).toBe('address-refused')
    expect(await faultOf(follow('/scheme'))).toBe('url-refused')
    expect(await faultOf(follow('/loop'))).toBe('too-many-redirects')
  })
})

test('a redirect to an invalid URL is returned like any other answer', async () => {
  const base = await startHttpServer((request, response) =>
    response.writeHead(302, { location: request.url === '/none' ? '' : 'https:' }).end(),
  )
  for (const path of ['/', '/none'])
    expect(await fetchExternal({ url: base + path, policy: toLoopback, limits: { redirects: 3 } })).toMatchObject({
      status: 302,
    })
})

test('a proxy of the environment is not used', async () => {
  const url = await startHttpServer((_request, response) => response.end('direct'))
  process.env.HTTP_PROXY = 'http://127.0.0.1:1'
  process.env.NODE_USE_ENV_PROXY = '1'
  onTestFinished(() => {
    delete process.env.HTTP_PROXY
    delete process.env.NODE_USE_ENV_PROXY
  })
  expect((await fetchExternal({ url, policy: toLoopback })).body.toString()).toBe('direct')
})

function asNumber(bytes: number[]): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0)
}
