import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectionOptions } from './client.ts'
import { findWritableUrl, openClient } from './connect.ts'
import { adminUrl } from './test-database.ts'
import { startTlsDatabase, type TlsDatabase } from '../../e2e/support/tls-database.ts'

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

test('a server without TLS is refused if the URL requires TLS', async () => {
  await expect(userOf(`${DATABASE_URL}?sslmode=require`)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

describe('a PostgreSQL server with TLS', () => {
  let ofAddress: TlsDatabase
  let ofName: TlsDatabase
  beforeAll(async () => {
    ofAddress = await startTlsDatabase(DATABASE_URL, 'IP:127.0.0.1')
    ofName = await startTlsDatabase(DATABASE_URL, 'DNS:localhost')
  })
  afterAll(async () => {
    for (const server of [ofAddress, ofName]) await server[Symbol.asyncDispose]()
  })

  test('a server is reached with sslmode=require, and with verify-full if its certificate is trusted', async () => {
    expect(await userOf(ofAddress.urlOf('127.0.0.1', 'sslmode=require'))).toBe('postgres')
    expect(await userOf(ofAddress.urlOf('127.0.0.1', verifiedBy(ofAddress)))).toBe('postgres')
    expect(await userOf(ofName.urlOf('localhost', verifiedBy(ofName)))).toBe('postgres')
  })

  test.each([
    ['has an untrusted certificate', () => ofAddress.urlOf('127.0.0.1', 'sslmode=verify-full')],
    [
      'has a certificate for its address, but not for its name',
      () => ofAddress.urlOf('localhost', verifiedBy(ofAddress)),
    ],
    ['has a certificate for its name, but not for its address', () => ofName.urlOf('127.0.0.1', verifiedBy(ofName))],
  ])('a server is refused with sslmode=verify-full if it %s', async (_why, urlOfServer) => {
    await expect(userOf(urlOfServer())).rejects.toMatchObject({ code: expect.stringContaining('CERT') as string })
  })

  function verifiedBy({ certificate }: TlsDatabase): string {
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
