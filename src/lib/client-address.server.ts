import ipaddr from 'ipaddr.js'

/**
 * Returns the visitor's address: the socket's, or behind a trusted proxy the right-most untrusted hop of X-Forwarded-For.
 * @param socketAddress address of the TCP connection
 * @param forwardedFor header value, used only if it comes from a trusted proxy
 * @param trustedProxies addresses and networks in CIDR notation
 */
export function clientAddress(socketAddress: string, forwardedFor: string | null, trustedProxies: string[]): string {
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  let address = normalizeAddress(socketAddress)
  while (hops.length > 0 && isTrusted(address, trustedProxies)) {
    const previous = hops.pop() ?? ''
    if (!isAddress(previous)) break
    address = normalizeAddress(previous)
  }
  return address
}

/** Returns the network that rate limits count: an IPv4 address, or an IPv6 /64, because a household usually has a whole /64. */
export function networkOf(address: string): string {
  if (!isAddress(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return inCidr(ipaddr.IPv6, parsed.toString(), 64)
}

/** Networks that contain that of `networkOf`, and that a single subscriber or customer of a provider might have. */
interface WiderNetworks {
  /** An IPv6 /56; empty for IPv4. */
  wider: string[]
  /** An IPv6 /48 or an IPv4 /24. */
  widest: string
}

/** Returns the larger networks that rate limits also count for an address. */
export function widerNetworksOf(address: string): WiderNetworks {
  if (!isAddress(address)) return { wider: [], widest: 'unknown' }
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return { wider: [], widest: inCidr(ipaddr.IPv4, parsed.toString(), 24) }
  return { wider: [inCidr(ipaddr.IPv6, parsed.toString(), 56)], widest: inCidr(ipaddr.IPv6, parsed.toString(), 48) }
}

function inCidr(kind: typeof ipaddr.IPv4 | typeof ipaddr.IPv6, address: string, bits: number): string {
  return `${kind.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`
}

// Reject other spellings that the library accepts for IPv4: octal, hexadecimal, fewer than four numbers.
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}

function normalizeAddress(address: string): string {
  const [withoutZone = ''] = address.split('%')
  return isAddress(withoutZone) ? ipaddr.process(withoutZone).toString() : address
}

function isTrusted(address: string, trustedProxies: string[]): boolean {
  if (!isAddress(address)) return false
  const parsed = ipaddr.process(address)
  return trustedProxies.some((proxy) => {
    const [network, bits] = networkFrom(proxy)
    return network.kind() === parsed.kind() && parsed.match(network, bits)
  })
}

function networkFrom(proxy: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [address = '', bits] = proxy.split('/')
  const writtenBits = ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128
  const network = ipaddr.process(address)
  const networkBits = network.kind() === 'ipv4' ? 32 : 128
  // An IPv4-mapped network in IPv6 notation includes the 96 bits of the prefix.
  return [network, Math.max(0, Number(bits ?? writtenBits) - (writtenBits - networkBits))]
}
