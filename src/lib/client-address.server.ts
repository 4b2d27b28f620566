import ipaddr from 'ipaddr.js'

/**
 * The visitor's address: the socket's, unless the socket belongs to a trusted proxy; then the right-most hop of
 * X-Forwarded-For that is not one of them.
 * @param socketAddress what the TCP connection says
 * @param forwardedFor the header's value, believed only when it comes from a trusted proxy
 * @param trustedProxies addresses and networks in CIDR notation
 */
export function clientAddress(socketAddress: string, forwardedFor: string | null, trustedProxies: string[]): string {
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  let address = normalize(socketAddress)
  while (hops.length > 0 && isTrusted(address, trustedProxies)) {
    const previous = hops.pop() ?? ''
    if (!ipaddr.isValid(previous)) break
    address = normalize(previous)
  }
  return address
}

/** The network that limits count by: an IPv4 address as it is, an IPv6 address by its /64, for one household has them all. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}

function normalize(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}

function isTrusted(address: string, trustedProxies: string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return trustedProxies.some((proxy) => {
    const [network, bits] = ipaddr.parseCIDR(
      proxy.includes('/') ? proxy : `${proxy}/${ipaddr.process(proxy).kind() === 'ipv4' ? 32 : 128}`,
    )
    return network.kind() === parsed.kind() && parsed.match(network, bits)
  })
}
