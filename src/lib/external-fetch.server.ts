import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { appConfig } from '#app.config'
import { addressesOfMachine, includesAddress, isPublicAddress } from './public-address.server.ts'

/** The name of this product in requests: its slug with a capital letter. */
export const USER_AGENT = appConfig.slug.replace(/^./, (letter) => letter.toUpperCase())

/** The reasons why an external request failed. */
export const EXTERNAL_ERROR_REASONS = [
  'url-refused',
  'address-refused',
  'name-unknown',
  'not-connected',
  'not-secure',
  'timed-out',
  'not-http',
  'too-many-redirects',
] as const
export type ExternalErrorReason = (typeof EXTERNAL_ERROR_REASONS)[number]

/** The failure of an external request. */
export class ExternalError extends Error {
  readonly fault: ExternalErrorReason

  constructor(fault: ExternalErrorReason, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

type LookUp = (hostname: string) => Promise<{ address: string; family: number }[]>

/** The rules for external requests and name lookups. Parameters instead of settings, so that production cannot loosen them. */
export interface EgressPolicy {
  /** Whether an address that is not public is allowed; all are refused by default. */
  allows?: ((address: string) => boolean) | undefined
  /** Resolves a name in place of the name servers. */
  lookUp?: LookUp
  /** Finds the public addresses of this installation; by default those of this machine. */
  findOwnAddresses?: () => string[] | Promise<string[]>
  /** Whether only the ports of http and https are allowed. By default, ports from 1024 on are allowed too. */
  onlyStandardPorts?: boolean
  /** The User-Agent of requests; by default only the product's name. */
  userAgent?: string
}

/** The limits of a request: milliseconds for each phase, bytes and redirects. */
export interface ExternalLimits {
  /** Name lookup, connection and TLS handshake. */
  connectMs: number
  /** Time until the response's headers. */
  headersMs: number
  /** Total time, including redirects. */
  wholeMs: number
  /** Maximum bytes of the body; the rest is cut. */
  bodyBytes: number
  /** Maximum number of redirects. */
  redirects: number
}

const LIMITS: ExternalLimits = {
  connectMs: 5_000,
  headersMs: 10_000,
  wholeMs: 15_000,
  bodyBytes: 16_384,
  redirects: 0,
}
const MAX_HEADER_BYTES = 16_384

interface ExternalRequest {
  url: string
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  body?: string
  limits?: Partial<ExternalLimits>
  policy?: EgressPolicy
  /** Cancels the request. */
  signal?: AbortSignal
}

export interface ExternalResponse {
  status: number
  headers: http.IncomingHttpHeaders
  /** The raw body, undecoded and cut at the limit. */
  body: Buffer
  /** The last redirect target. */
  url: string
}

/**
 * Sends an HTTP request to a URL from a user. It never reaches this machine, its network or any other non-public address, even
 * through DNS or redirects, and its time and size are limited.
 * @throws {ExternalError} if the request is refused or fails
 */
export async function fetchExternal({
  url,
  limits,
  policy = {},
  signal,
  ...request
}: ExternalRequest): Promise<ExternalResponse> {
  const within = { ...LIMITS, ...limits }
  const deadline = AbortSignal.timeout(within.wholeMs)
  const ending = signal ? AbortSignal.any([deadline, signal]) : deadline
  let target = parseExternalUrl(url, policy)
  for (let followed = 0; ; followed += 1) {
    if (isIP(hostOf(target)) !== 0) await requireExternalAddresses([hostOf(target)], policy)
    const response = await sendOneHop({ ...request, url: target, within, policy, signal: ending })
    const next = redirectOf(response, target)
    if (next === undefined || within.redirects === 0) return response
    if (followed === within.redirects) throw new ExternalError('too-many-redirects')
    target = parseExternalUrl(next.href, policy)
  }
}

/**
 * Parses a URL and checks it without a lookup; the addresses of its name are checked by the request.
 * @throws {ExternalError} url-refused; address-refused for an IP address that is not public
 */
export function parseExternalUrl(text: string, { allows, onlyStandardPorts = false }: EgressPolicy = {}): URL {
  if (!URL.canParse(text)) throw new ExternalError('url-refused')
  const url = new URL(text)
  const isPlain = ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.password === ''
  if (!isPlain || !isPortAllowed(url.port, onlyStandardPorts)) throw new ExternalError('url-refused')
  // The URL parser has already normalized other notations of an IPv4 address.
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isPublicAddress(host) && !allows?.(host)) throw new ExternalError('address-refused')
  return url
}

const STANDARD_PORTS = new Set(['', '80', '443'])

/** Whether a port is allowed. Other ports below 1024 belong to protocols that might interpret a request as a command. */
function isPortAllowed(port: string, onlyStandardPorts: boolean): boolean {
  return STANDARD_PORTS.has(port) || (!onlyStandardPorts && Number(port) >= 1_024)
}

/** Checks addresses. @throws {ExternalError} address-refused if one is not public, or is this installation's */
async function requireExternalAddresses(
  addresses: string[],
  { allows, findOwnAddresses = addressesOfMachine }: EgressPolicy,
): Promise<void> {
  const own = await findOwnAddresses()
  const isRefused = (address: string) => !isPublicAddress(address) || includesAddress(address, own)
  if (addresses.some((address) => isRefused(address) && !allows?.(address))) throw new ExternalError('address-refused')
}

function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function redirectOf({ status, headers: { location } }: ExternalResponse, from: URL): URL | undefined {
  const leadsOn = [301, 302, 303, 307, 308].includes(status) && location && URL.canParse(location, from)
  return leadsOn ? new URL(location, from) : undefined
}

interface Hop extends Pick<ExternalRequest, 'method' | 'headers' | 'body'> {
  url: URL
  within: ExternalLimits
  policy: EgressPolicy
  signal: AbortSignal
}

function sendOneHop({ url, method = 'GET', headers, body, within, policy, signal }: Hop): Promise<ExternalResponse> {
  const isSecure = url.protocol === 'https:'
  const hop = new AbortController()
  const stop = (fault: ExternalErrorReason) => hop.abort(new ExternalError(fault))
  const timers = [
    setTimeout(stop, within.connectMs, 'timed-out'),
    setTimeout(stop, within.connectMs + within.headersMs, 'timed-out'),
  ]
  const stopOnDeadline = () => stop('timed-out')
  signal.addEventListener('abort', stopOnDeadline)
  if (signal.aborted) stopOnDeadline()

  const answer = new Promise<ExternalResponse>((resolve, reject) => {
    hop.signal.addEventListener('abort', () => reject(hop.signal.reason as ExternalError))
    const outgoing = (isSecure ? https : http).request(url, {
      method,
      // Use a new agent, so that no connection is reused and no proxy of the environment is used.
      agent: isSecure ? new https.Agent({ maxCachedSessions: 0 }) : new http.Agent(),
      lookup: checkedLookUp(policy),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal: hop.signal,
      headers: {
        'user-agent': policy.userAgent ?? USER_AGENT,
        accept: '*/*',
        'accept-encoding': 'identity',
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
    })
    outgoing.on('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timers[0])),
    )
    outgoing.on('error', (error) => reject(toExternalError(error)))
    outgoing.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new ExternalError('not-http'))
    })
    outgoing.on('response', (incoming) => {
      timers.forEach(clearTimeout)
      readBody(incoming, within.bodyBytes).then(
        (read) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: read, url: url.href }),
        (error: unknown) => reject(toExternalError(error)),
      )
    })
    outgoing.end(body)
  })
  return answer.finally(() => {
    timers.forEach(clearTimeout)
    signal.removeEventListener('abort', stopOnDeadline)
    hop.abort()
  })
}

/** Resolves a name and refuses it if any of its addresses is refused, because the connection might use any of them. */
function checkedLookUp(policy: EgressPolicy): http.RequestOptions['lookup'] {
  const { lookUp = lookUpByServers } = policy
  async function addressesOf(hostname: string) {
    const found = await lookUp(hostname)
    await requireExternalAddresses(
      found.map(({ address }) => address),
      policy,
    )
    const [first] = found
    if (!first) throw new ExternalError('name-unknown')
    return { found, first }
  }

  return (hostname, options, done) => {
    addressesOf(hostname)
      .then(({ found, first }) => (options.all ? done(null, found) : done(null, first.address, first.family)))
      .catch((error: NodeJS.ErrnoException) => done(error, []))
  }
}

const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Resolves a name by the name servers directly: the system's resolver has few threads, so slow names would block lookups of
 * the mail server and database. Only public names and this machine are found.
 * @param servers the name servers to query instead of the system's
 * @throws {ExternalError} name-unknown if the name has no address
 */
export async function lookUpByServers(hostname: string, servers?: string[]): ReturnType<LookUp> {
  if (/(^|\.)localhost\.?$/.test(hostname)) return LOOPBACK
  const resolver = new dns.promises.Resolver({ timeout: 2_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = [...addressesIn(ipv4, 4), ...addressesIn(ipv6, 6)]
  if (found.length === 0) throw new ExternalError('name-unknown', ipv4.status === 'rejected' ? ipv4.reason : undefined)
  return found
}

function addressesIn(answer: PromiseSettledResult<string[]>, family: number) {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
}

/** Reads until the body ends or the limit is reached; the rest is not read. */
async function readBody(incoming: http.IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop closes the connection.
    if (size >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}

function toExternalError(error: unknown): ExternalError {
  if (error instanceof ExternalError) return error
  const { code = '', cause } = error as NodeJS.ErrnoException
  if (cause instanceof ExternalError) return cause
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA'].includes(code)) return new ExternalError('name-unknown', error)
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code))
    return new ExternalError('not-secure', error)
  return new ExternalError(code.startsWith('HPE_') ? 'not-http' : 'not-connected', error)
}
