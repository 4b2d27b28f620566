/** The parts of a database URL: one PostgreSQL server, or several servers of which one accepts writes. */
export interface DatabaseAddress {
  hosts: DatabaseHost[]
  user: string
  password: string
  database: string
  /** Whether the connection is encrypted, and whether the server's certificate is verified. */
  sslMode: SslMode
  /** The file with the only certificate authority to trust; undefined for the authorities that Node trusts by default. */
  sslRootCertificate: string | undefined
}

/** A server of a database: a hostname, an IP address, or the folder of a socket. */
export interface DatabaseHost {
  host: string
  port: number
}

type SslMode = 'disable' | 'require' | 'verify-full'

const SSL_MODES = new Set<string>(['disable', 'require', 'verify-full'] satisfies SslMode[])
const PARAMETERS = ['sslmode', 'sslrootcert', 'target_session_attrs', 'host', 'port']
const DEFAULT_PORT = 5432
const URL_PATTERN =
  /^postgres(?:ql)?:\/\/(?:(?<login>[^/?]*)@)?(?<hosts>[^/?@]*)(?:\/(?<database>[^?]*))?(?:\?(?<query>.*))?$/
const HOST_PATTERN = /^(?:\[(?<v6>[\da-f:.]+)\]|(?<name>[^:[\]\s]+))(?::(?<port>\d{1,5}))?$/i
const EXPECTED_FORM = 'must be a postgres:// URL, like postgres://user:password@host:5432/database'
const ENCODING_HINT = 'in a user or password, write / ? % as %2F %3F %25'

class DatabaseUrlError extends Error {}

/**
 * Parses a database URL like PostgreSQL's own programs: one or several hosts, a socket folder, user and password, TLS.
 * @throws if the URL is invalid; the message continues a sentence that begins with the name of the variable
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const {
    login = '',
    hosts = '',
    database = '',
    query = '',
  } = URL_PATTERN.exec(text)?.groups ?? throwUrlError(EXPECTED_FORM)
  const parameters = new URLSearchParams(query)
  if (/[/@]/.test(database)) throwUrlError(`must have only one / after the host: ${ENCODING_HINT}`)
  const [user = '', ...password] = login.split(':')
  const address = {
    hosts: readHosts(hosts, parameters),
    user: decode(user),
    password: decode(password.join(':')),
    database: decode(database),
    sslMode: readSslMode(parameters.get('sslmode')),
    sslRootCertificate: parameters.get('sslrootcert') ?? undefined,
  }
  refuseUnknown([...parameters.keys()])
  refuseContradictions(address, parameters.get('target_session_attrs'))
  return address
}

/** Returns the problem of a database URL, to continue a sentence that begins with the variable's name; undefined if valid. */
export function problemOfDatabaseUrl(text: string): string | undefined {
  try {
    parseDatabaseUrl(text)
    return undefined
  } catch (error) {
    if (error instanceof DatabaseUrlError) return error.message
    throw error
  }
}

function readHosts(authority: string, parameters: URLSearchParams): DatabaseHost[] {
  const hosts = authority || parameters.get('host') || throwUrlError(EXPECTED_FORM)
  const portOf = parameters.get('port')?.split(',') ?? []
  return hosts.split(',').map((part, index) => {
    const text = decode(part)
    const { v6, name = v6, port = portOf[index] ?? portOf[0] } = HOST_PATTERN.exec(text)?.groups ?? {}
    if (name === undefined)
      throwUrlError(`must name hosts like db.example.com:5432, separated by commas: ${ENCODING_HINT}`)
    return { host: name, port: port ? Number(port) : DEFAULT_PORT }
  })
}

function readSslMode(given: string | null): SslMode {
  const mode = given ?? 'disable'
  if (isSslMode(mode)) return mode
  return throwUrlError(
    `must have an sslmode of disable, require or verify-full: ${mode} doesn't say whether the connection is encrypted`,
  )
}

function isSslMode(text: string): text is SslMode {
  return SSL_MODES.has(text)
}

/** Refuses parameters that would be ignored, because operators would believe that they have an effect. */
function refuseUnknown(parameters: string[]) {
  const unknown = parameters.find((name) => !PARAMETERS.includes(name))
  // Do not include the name in this message: it might be part of a password that is not URL-encoded.
  if (unknown !== undefined && /\W/.test(unknown)) throwUrlError(`has a malformed parameter: ${ENCODING_HINT}`)
  if (unknown !== undefined) throwUrlError(`has the unknown parameter ${unknown}: use only ${PARAMETERS.join(', ')}`)
}

function refuseContradictions({ hosts, sslMode, sslRootCertificate }: DatabaseAddress, target: string | null) {
  const isSocket = hosts.some(({ host }) => host.startsWith('/'))
  if (target !== null && target !== 'read-write' && target !== 'primary')
    throwUrlError('must have no target_session_attrs other than read-write or primary, because the app writes')
  if (isSocket && hosts.length > 1) throwUrlError('must name one socket, or only network hosts')
  if (isSocket && sslMode !== 'disable') throwUrlError('must not have an sslmode if it names a socket')
  if (sslRootCertificate !== undefined && sslMode !== 'verify-full')
    throwUrlError('has sslrootcert, which needs sslmode=verify-full')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return throwUrlError(`has a % that isn't part of an encoded character: ${ENCODING_HINT}`)
  }
}

function throwUrlError(words: string): never {
  throw new DatabaseUrlError(words)
}
