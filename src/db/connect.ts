import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import postgres from 'postgres'
import { parseDatabaseUrl, type DatabaseAddress, type DatabaseHost } from '#env/database-url.server.ts'

type Options = postgres.Options<Record<string, never>>

/** The time limit for checking whether a host accepts writes, in milliseconds. */
const HOST_CHECK_MS = 3_000

/**
 * Opens a postgres.js client for a database URL. Also applies settings of the URL that the driver does not read.
 * If there are several hosts, each connection goes to the host that accepts writes at that time.
 */
export function openClient(databaseUrl: string, options: Options = {}): postgres.Sql {
  return openAddress(parseDatabaseUrl(databaseUrl), options)
}

/**
 * Returns a URL for node-postgres, which supports only one host: the host that accepts writes at this time.
 * @param parameters additional parameters of the URL
 * @throws if there are several hosts and none of them accepts writes
 */
export async function findWritableUrl(databaseUrl: string, parameters: Record<string, string> = {}): Promise<string> {
  const address = parseDatabaseUrl(databaseUrl)
  const { hosts } = address
  const host = hosts.length > 1 ? await Promise.any(hosts.map((one) => requireWritable(address, one))) : hosts[0]
  return urlOf(address, host, parameters)
}

/** Opens a client for a parsed URL. `toolEnvironment` of the scripts has the same settings for PostgreSQL's programs. */
function openAddress(address: DatabaseAddress, options: Options): postgres.Sql {
  const { hosts, user, password, database } = address
  return postgres({
    ...hostOptions(hosts),
    ...(user && { user }),
    ...(password && { password }),
    ...(database && { database }),
    ssl: tlsOf(address),
    // Not `read-write`, because the driver would accept a standby: porsager/postgres#815.
    ...(hosts.length > 1 && { target_session_attrs: 'primary' }),
    onnotice: () => undefined,
    ...options,
  })
}

function hostOptions(hosts: DatabaseHost[]): Options {
  const [first] = hosts
  if (first?.host.startsWith('/')) return { path: `${first.host}/.s.PGSQL.${first.port}` }
  // The driver also accepts arrays, which its types do not include.
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
 * Checks a certificate against the requested host. For an IP address, the driver passes no server name and Node.js passes
 * `localhost` as `name`; the certificate must then contain one of the addresses.
 * @returns the reason to refuse the certificate; undefined if it is valid
 */
function checkIdentity(name: string, certificate: PeerCertificate, hosts: DatabaseHost[]): Error | undefined {
  const addresses = hosts.map(({ host }) => host).filter((host) => isIP(host) !== 0)
  const isAddress = addresses.length > 0 && hosts.every(({ host }) => host !== name)
  const problems = (isAddress ? addresses : [name]).map((one) => checkServerIdentity(one, certificate))
  return problems.includes(undefined) ? undefined : problems[0]
}

async function requireWritable(address: DatabaseAddress, host: DatabaseHost): Promise<DatabaseHost> {
  const client = openAddress({ ...address, hosts: [host] }, { max: 1, fetch_types: false })
  const deadline = setTimeout(() => void client.end({ timeout: 0 }), HOST_CHECK_MS)
  try {
    const [row] = await client.unsafe<{ isReadOnly: string }[]>(
      `select current_setting('transaction_read_only') as "isReadOnly"`,
    )
    if (row?.isReadOnly !== 'off') throw new Error('the host accepts no writes')
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
    // node-postgres's name for the `require` of other programs is `no-verify`.
    sslmode: sslMode === 'require' ? 'no-verify' : sslMode,
    ...(sslRootCertificate !== undefined && { sslrootcert: sslRootCertificate }),
    ...more,
  })
  return `postgres://${login}${place}/${encodeURIComponent(database)}?${parameters.toString()}`
}
