import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { addressesOfMachine, isAmong, isPublicAddress } from './public-address.server.ts'

/** Why a request to the outside came to nothing. */
export const OUTSIDE_FAULTS = [
  'url-refused',
  'address-refused',
  'name-unknown',
  'not-connected',
  'not-secure',
  'timed-out',
  'not-http',
  'too-many-redirects',
] as const
export type OutsideFault = (typeof OUTSIDE_FAULTS)[number]

/** A request to the outside that came to nothing. */
export class OutsideError extends Error {
  readonly fault: OutsideFault

  constructor(fault: OutsideFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

type LookUp = (hostname: string) => Promise<{ address: string; family: number }[]>

/** Rules of what may be asked, and of how names are looked up. Parameters, and no settings: production has no way to loosen them. */
export interface OutsideGuard {
  /** Whether an address may be asked that is nobody's on the internet; none may where it is left out. */
  allows?: ((address: string) => boolean) | undefined
  /** Looks a name up in place of the name servers. */
  lookUp?: LookUp
  /** Finds the public addresses that lead to this installation, in place of those of this machine. */
  findOwnAddresses?: () => string[] | Promise<string[]>
  /** Whether only the ports of http and https may be asked, rather than all that no other protocol claims. */
  isUsualPortsOnly?: boolean
}

/** The bounds of a request: milliseconds for each part, bytes and redirects. */
export interface OutsideLimits {
  /** Looking the name up, connecting, and agreeing on encryption. */
  connectMs: number
  /** Until the answer's headers are there. */
  headersMs: number
  /** In all, redirects included. */
  wholeMs: number
  /** Bytes of the body that are read; what is longer is cut. */
  bodyBytes: number
  /** Redirects that are followed. */
  redirects: number
}

const LIMITS: OutsideLimits = { connectMs: 5_000, headersMs: 10_000, wholeMs: 15_000, bodyBytes: 16_384, redirects: 0 }
const MOST_HEADER_BYTES = 16_384

interface OutsideRequest {
  url: string
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  body?: string
  limits?: Partial<OutsideLimits>
  guard?: OutsideGuard
  /** Ends it early. */
  signal?: AbortSignal
}

export interface OutsideResponse {
  status: number
  headers: http.IncomingHttpHeaders
  /** As it came, undecoded and cut at the limit. */
  body: Buffer
  /** Where the last redirect led. */
  url: string
}

/**
 * Sends an HTTP request to an address that somebody typed: never to this machine, its network or whatever else is not on the
 * internet, whatever the name resolves to and wherever a redirect leads; never for long, and never reading much.
 * @throws {OutsideError}
 */
export async function fetchOutside({
  url,
  limits,
  guard = {},
  signal,
  ...request
}: OutsideRequest): Promise<OutsideResponse> {
  const within = { ...LIMITS, ...limits }
  const deadline = AbortSignal.timeout(within.wholeMs)
  const ending = signal ? AbortSignal.any([deadline, signal]) : deadline
  let target = parseOutsideUrl(url, guard)
  for (let followed = 0; ; followed += 1) {
    if (isIP(hostOf(target)) !== 0) await requireOutside([hostOf(target)], guard)
    const response = await send({ ...request, url: target, within, guard, signal: ending })
    const next = redirectOf(response, target)
    if (next === undefined || within.redirects === 0) return response
    if (followed === within.redirects) throw new OutsideError('too-many-redirects')
    target = parseOutsideUrl(next.href, guard)
  }
}

/**
 * Reads a URL that may be asked, as far as it tells by itself: what its name resolves to is seen when it is asked.
 * @throws {OutsideError} url-refused, address-refused
 */
export function parseOutsideUrl(text: string, { allows, isUsualPortsOnly = false }: OutsideGuard = {}): URL {
  if (!URL.canParse(text)) throw new OutsideError('url-refused')
  const url = new URL(text)
  const isPlain = ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.password === ''
  if (!isPlain || !isPortAllowed(url.port, isUsualPortsOnly)) throw new OutsideError('url-refused')
  // Written as a number in whatever notation, it has become a dotted one here.
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isPublicAddress(host) && !allows?.(host)) throw new OutsideError('address-refused')
  return url
}

const USUAL_PORTS = new Set(['', '80', '443'])

/** Others below 1024 belong to services of other protocols, which might take a request for a command of theirs. */
function isPortAllowed(port: string, isUsualPortsOnly: boolean): boolean {
  return USUAL_PORTS.has(port) || (!isUsualPortsOnly && Number(port) >= 1_024)
}

/** @throws {OutsideError} address-refused where one of the addresses is not on the internet, or leads to this installation */
async function requireOutside(
  addresses: string[],
  { allows, findOwnAddresses = addressesOfMachine }: OutsideGuard,
): Promise<void> {
  const own = await findOwnAddresses()
  const isRefused = (address: string) => !isPublicAddress(address) || isAmong(address, own)
  if (addresses.some((address) => isRefused(address) && !allows?.(address))) throw new OutsideError('address-refused')
}

function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function redirectOf({ status, headers: { location } }: OutsideResponse, from: URL): URL | undefined {
  const leadsOn = [301, 302, 303, 307, 308].includes(status) && location && URL.canParse(location, from)
  return leadsOn ? new URL(location, from) : undefined
}

interface Hop extends Pick<OutsideRequest, 'method' | 'headers' | 'body'> {
  url: URL
  within: OutsideLimits
  guard: OutsideGuard
  signal: AbortSignal
}

function send({ url, method = 'GET', headers, body, within, guard, signal }: Hop): Promise<OutsideResponse> {
  const isSecure = url.protocol === 'https:'
  const hop = new AbortController()
  const stop = (fault: OutsideFault) => hop.abort(new OutsideError(fault))
  const timers = [
    setTimeout(stop, within.connectMs, 'timed-out'),
    setTimeout(stop, within.connectMs + within.headersMs, 'timed-out'),
  ]
  const stopOnDeadline = () => stop('timed-out')
  signal.addEventListener('abort', stopOnDeadline)
  if (signal.aborted) stopOnDeadline()

  const answer = new Promise<OutsideResponse>((resolve, reject) => {
    hop.signal.addEventListener('abort', () => reject(hop.signal.reason as OutsideError))
    const outgoing = (isSecure ? https : http).request(url, {
      method,
      // Of its own: no connection is kept for the next request, and no proxy of the environment is asked.
      agent: isSecure ? new https.Agent({ maxCachedSessions: 0 }) : new http.Agent(),
      lookup: guardedLookUp(guard),
      maxHeaderSize: MOST_HEADER_BYTES,
      signal: hop.signal,
      headers: {
        'user-agent': 'Latchkey',
        accept: '*/*',
        'accept-encoding': 'identity',
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
    })
    outgoing.on('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timers[0])),
    )
    outgoing.on('error', (error) => reject(asOutsideError(error)))
    outgoing.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new OutsideError('not-http'))
    })
    outgoing.on('response', (incoming) => {
      timers.forEach(clearTimeout)
      readBody(incoming, within.bodyBytes).then(
        (read) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: read, url: url.href }),
        (error: unknown) => reject(asOutsideError(error)),
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

/** Looks a name up and refuses it as a whole where one of its addresses may not be asked: the connection goes to one of them. */
function guardedLookUp(guard: OutsideGuard): http.RequestOptions['lookup'] {
  const { lookUp = lookUpByServers } = guard
  async function addressesOf(hostname: string) {
    const found = await lookUp(hostname)
    await requireOutside(
      found.map(({ address }) => address),
      guard,
    )
    const [first] = found
    if (!first) throw new OutsideError('name-unknown')
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
 * Looks a name up by asking the name servers itself: the system's resolver has two threads, and names that hang there would hold
 * up the mail server's and the database's. Nothing else than a name of the internet is found so, but this machine.
 * @param servers in place of the system's
 * @throws {OutsideError} name-unknown
 */
export async function lookUpByServers(hostname: string, servers?: string[]): ReturnType<LookUp> {
  if (/(^|\.)localhost\.?$/.test(hostname)) return LOOPBACK
  const resolver = new dns.promises.Resolver({ timeout: 2_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = [...addressesIn(ipv4, 4), ...addressesIn(ipv6, 6)]
  if (found.length === 0) throw new OutsideError('name-unknown', ipv4.status === 'rejected' ? ipv4.reason : undefined)
  return found
}

function addressesIn(answer: PromiseSettledResult<string[]>, family: number) {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
}

/** Reads until the body ends or the limit is reached; what follows is not read at all. */
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

function asOutsideError(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error
  const { code = '', cause } = error as NodeJS.ErrnoException
  if (cause instanceof OutsideError) return cause
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA'].includes(code)) return new OutsideError('name-unknown', error)
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code))
    return new OutsideError('not-secure', error)
  return new OutsideError(code.startsWith('HPE_') ? 'not-http' : 'not-connected', error)
}
