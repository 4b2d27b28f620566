import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectionOptions } from './client.ts'
import { findWritableUrl, openClient } from './connect.ts'
import { adminUrl } from './test-database.ts'
import { findDatabaseProblem } from './check-database.ts'

const run = promisify(execFile)
// Use the administrator's URL, because these tests create roles.
const DATABASE_URL = adminUrl()
const { host: place, password } = new URL(DATABASE_URL)
const NOBODY = '127.0.0.1:9'

test('a URL with several hosts connects to the reachable host, in any position', async () => {
  for (const hosts of [`${place},${NOBODY}`, `${NOBODY},${place}`]) {
    const url = `postgres://postgres:${password}@${hosts}/postgres`
    expect(await userOf(url)).toBe('postgres')
    expect(await findWritableUrl(url)).toContain(`@${place}/`)
  }
  await expect(findWritableUrl(`postgres://postgres@${NOBODY},127.0.0.1:10/postgres`)).rejects.toThrow('rejected')
})

test('a URL can contain a user name and a password with any characters', async () => {
  const admin = openClient(DATABASE_URL, { max: 1 })
  onTestFinished(async () => {
    await admin.unsafe('drop role "a#b/c@d"')
    await admin.end()
  })
  await admin.unsafe(`create role "a#b/c@d" login password 'p#1%/?:@'`)
  for (const secret of ['p%231%25%2F%3F%3A%40', 'p#1%25%2F%3F:@'])
    expect(await userOf(`postgres://a%23b%2Fc%40d:${secret}@${place}/postgres`)).toBe('a#b/c@d')
})

test('a URL can name a Unix socket', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-socket-'))
  const { hostname, port } = new URL(DATABASE_URL)
  const server = createServer((inner) => {
    const outer = connect(Number(port), hostname)
    inner.pipe(outer).pipe(inner)
    for (const socket of [inner, outer]) socket.on('error', () => undefined)
  }).listen(path.join(folder, '.s.PGSQL.5432'))
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })
  expect(await userOf(`postgres://postgres:${password}@${encodeURIComponent(folder)}/postgres`)).toBe('postgres')
  expect(await userOf(`postgres://postgres:${password}@/postgres?host=${folder}`)).toBe('postgres')
})

test('a server without TLS is refused if the URL requires TLS, and the problem is reported in a sentence', async () => {
  const databaseUrl = `${DATABASE_URL}?sslmode=require`
  await expect(userOf(databaseUrl)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await findDatabaseProblem({ databaseUrl, pooledUrl: undefined })).toContain(
    'The sslmode in DATABASE_URL requires TLS',
  )
})

describe('a PostgreSQL server with TLS', () => {
  let folder: string
  let ofAddress: TlsServer
  let ofName: TlsServer
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-tls-'))
    ofAddress = await startTlsServer(path.join(folder, 'address'), 'IP:127.0.0.1')
    ofName = await startTlsServer(path.join(folder, 'name'), 'DNS:localhost')
  })
  afterAll(async () => {
    for (const { server } of [ofAddress, ofName]) server.close()
    await rm(folder, { recursive: true })
  })

  test('a server is reached with sslmode=require, and with verify-full if its certificate is trusted', async () => {
    expect(await userOf(urlOf(ofAddress, '127.0.0.1', 'sslmode=require'))).toBe('postgres')
    expect(await userOf(urlOf(ofAddress, '127.0.0.1', verifiedBy(ofAddress)))).toBe('postgres')
    expect(await userOf(urlOf(ofName, 'localhost', verifiedBy(ofName)))).toBe('postgres')
  })

  test.each([
    ['has an untrusted certificate', () => urlOf(ofAddress, '127.0.0.1', 'sslmode=verify-full')],
    [
      'has a certificate for its address, but not for its name',
      () => urlOf(ofAddress, 'localhost', verifiedBy(ofAddress)),
    ],
    ['has a certificate for its name, but not for its address', () => urlOf(ofName, '127.0.0.1', verifiedBy(ofName))],
  ])('a server is refused with sslmode=verify-full if it %s', async (_why, urlOfServer) => {
    const databaseUrl = urlOfServer()
    await expect(userOf(databaseUrl)).rejects.toMatchObject({ code: expect.stringContaining('CERT') as string })
    expect(await findDatabaseProblem({ databaseUrl, pooledUrl: undefined })).toContain('certificate')
  })

  function urlOf({ server }: TlsServer, host: string, parameters: string): string {
    return `postgres://postgres:${password}@${host}:${(server.address() as AddressInfo).port}/postgres?${parameters}`
  }

  function verifiedBy({ certificate }: TlsServer): string {
    return `sslmode=verify-full&sslrootcert=${certificate}`
  }
})

/** Returns the database user that a connection with this URL has. */
async function userOf(url: string): Promise<string | undefined> {
  const client = openClient(url, connectionOptions(1))
  try {
    const [row] = await client.unsafe<{ me: string }[]>('select current_user as me')
    return row?.me
  } finally {
    await client.end({ timeout: 1 })
  }
}

interface TlsServer {
  server: Server
  /** The path of the server's certificate file. */
  certificate: string
}

/** Starts a TLS server. @param host the subject of its self-signed certificate, in the syntax of openssl */
async function startTlsServer(file: string, host: string): Promise<TlsServer> {
  const [key, certificate] = [`${file}.key.pem`, `${file}.pem`]
  const subject = ['-subj', '/CN=database', '-addext', `subjectAltName=${host}`]
  const files = ['-keyout', key, '-out', certificate]
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject])
  const identity = { key: await readFile(key, 'utf8'), cert: await readFile(certificate, 'utf8') }
  return { certificate, server: await startTlsProxy(identity) }
}

/** Starts a proxy for the test server that switches to TLS after a request in plain text, like PostgreSQL. */
async function startTlsProxy(identity: { key: string; cert: string }): Promise<Server> {
  const { hostname, port } = new URL(DATABASE_URL)
  const server = createServer((plain: Socket) => {
    plain.once('data', () => {
      const secure = new TLSSocket(plain, { isServer: true, ...identity })
      const outer = connect(Number(port), hostname)
      for (const socket of [plain, secure, outer]) socket.on('error', () => undefined)
      secure.pipe(outer).pipe(secure)
      plain.write('S')
    })
    plain.on('error', () => undefined)
  }).listen(0)
  await once(server, 'listening')
  return server
}
