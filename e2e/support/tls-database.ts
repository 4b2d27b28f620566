import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A server that speaks TLS with its clients, like a PostgreSQL with a certificate. */
export interface TlsDatabase extends AsyncDisposable {
  /** The path of the server's certificate file. */
  certificate: string
  /** Returns the URL of the server by one of its names, with parameters such as `sslmode=require`. */
  urlOf: (host: string, parameters: string) => string
}

/**
 * Starts a TLS server in front of a database that does not support TLS.
 * @param subject the subject of its self-signed certificate, in the syntax of openssl
 */
export async function startTlsDatabase(databaseUrl: string, subject: string): Promise<TlsDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-tls-'))
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  const named = ['-subj', '/CN=database', '-addext', `subjectAltName=${subject}`]
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...named])
  const identity = { key: await readFile(key, 'utf8'), cert: await readFile(certificate, 'utf8') }
  const server = await startTlsProxy(databaseUrl, identity)
  const { password } = new URL(databaseUrl)
  const { port } = server.address() as AddressInfo
  return {
    certificate,
    urlOf: (host, parameters) => `postgres://postgres:${password}@${host}:${port}/postgres?${parameters}`,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Starts a proxy that switches to TLS after a request in plain text, like PostgreSQL. */
async function startTlsProxy(databaseUrl: string, identity: { key: string; cert: string }): Promise<Server> {
  const { hostname, port } = new URL(databaseUrl)
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
