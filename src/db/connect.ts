import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import postgres from 'postgres'
import { parseDatabaseUrl, type DatabaseAddress, type DatabaseHost } from '#env/database-url.server.ts'

type Options = postgres.Options<Record<string, never>>

/** For so long a host may take to say whether it takes writes, in milliseconds. */
const ASKING_MS = 3_000

/**
 * Opens a postgres.js client for a database URL, of which the driver by itself reads less.
 * Where several hosts are named, each connection is to the one that takes writes at that moment.
 */
export function openClient(databaseUrl: string, options: Options = {}): postgres.Sql {
  return openAddress(parseDatabaseUrl(databaseUrl), options)
}

/**
 * Names the host that takes writes at this moment, in a URL for node-postgres, which knows one host and no more.
 * @param parameters what else the connection is opened with
 * @throws when none of several hosts takes writes
 */
export async function findWritableUrl(databaseUrl: string, parameters: Record<string, string> = {}): Promise<string> {
  const address = parseDatabaseUrl(databaseUrl)
  const { hosts } = address
  const host = hosts.length > 1 ? await Promise.any(hosts.map((one) => requireWritable(address, one))) : hosts[0]
  return urlOf(address, host, parameters)
}

/** The scripts say the same to PostgreSQL's own programs: `toolSettings`. */
function openAddress(address: DatabaseAddress, options: Options): postgres.Sql {
  const { hosts, user, password, database } = address
  return postgres({
    ...placeOf(hosts),
    ...(user && { user }),
    ...(password && { password }),
    ...(database && { database }),
    ssl: tlsOf(address),
    // Not `read-write`, which the driver takes a standby for: porsager/postgres#815.
    ...(hosts.length > 1 && { target_session_attrs: 'primary' }),
    onnotice: () => undefined,
    ...options,
  })
}

function placeOf(hosts: DatabaseHost[]): Options {
  const [first] = hosts
  if (first?.host.startsWith('/')) return { path: `${first.host}/.s.PGSQL.${first.port}` }
  // The driver takes lists, too, though its types do not say so.
  return { host: hosts.map(({ host }) => host), port: hosts.map(({ port }) => port) } as unknown as Options
}

function tlsOf({ hosts, sslMode, sslRootCertificate }: DatabaseAddress) {
  if (sslMode === 'disable') return false
  if (sslMode !== 'verify-full') return sslMode
  return {
    ...(sslRootCertificate !== undefined && { ca: readFileSync(sslRootCertificate) }),
    checkServerIdentity: (name: string, certificate: PeerCertificate) => checkIdentity(name, certificate, hosts),
  }
}

/**
 * Checks a certificate against the host that was asked for. The driver leaves out the name of a host that is an IP address, and
 * Node.js puts `localhost` in its place: the certificate has to name one of the addresses then.
 * @returns the reason to refuse it
 */
function checkIdentity(name: string, certificate: PeerCertificate, hosts: DatabaseHost[]): Error | undefined {
  const addresses = hosts.map(({ host }) => host).filter((host) => isIP(host) !== 0)
  const isAddress = addresses.length > 0 && hosts.every(({ host }) => host !== name)
  const problems = (isAddress ? addresses : [name]).map((one) => checkServerIdentity(one, certificate))
  return problems.includes(undefined) ? undefined : problems[0]
}

async function requireWritable(address: DatabaseAddress, host: DatabaseHost): Promise<DatabaseHost> {
  const client = openAddress({ ...address, hosts: [host] }, { max: 1, fetch_types: false })
  const deadline = setTimeout(() => void client.end({ timeout: 0 }), ASKING_MS)
  try {
    const [row] = await client.unsafe<{ isReadOnly: string }[]>(
      `select current_setting('transaction_read_only') as "isReadOnly"`,
    )
    if (row?.isReadOnly !== 'off') throw new Error('takes no writes')
    return host
  } finally {
    clearTimeout(deadline)
    void client.end({ timeout: 1 })
  }
}

function urlOf(address: DatabaseAddress, one: DatabaseHost | undefined, more: Record<string, string>): string {
  const { user, password, database, sslMode, sslRootCertificate } = address
  const { host = '', port = 0 } = one ?? {}
  const isSocket = host.startsWith('/')
  const place = isSocket ? '' : `${host.includes(':') ? `[${host}]` : host}:${port}`
  const login = user && `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  const parameters = new URLSearchParams({
    ...(isSocket && { host, port: String(port) }),
    // What everybody else calls "require".
    sslmode: sslMode === 'require' ? 'no-verify' : sslMode,
    ...(sslRootCertificate !== undefined && { sslrootcert: sslRootCertificate }),
    ...more,
  })
  return `postgres://${login}${place}/${encodeURIComponent(database)}?${parameters.toString()}`
}
