import { BlockList, isIP, isIPv6 } from 'node:net'
import os from 'node:os'

/** Networks that are not public, or that lead back to the sender (IANA's registries, RFC 6890). */
const NOT_PUBLIC_IPV4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier-grade NAT; Alibaba's metadata service too.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, and the metadata service of most clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Azure's host services, reachable from each VM.
  ['168.63.129.16', 32],
]

/** Exceptions within the public IPv6 range, 2000::/3; everything outside is refused: mapped, translated, local addresses. */
const NOT_PUBLIC_IPV6: [network: string, prefix: number][] = [
  // Protocols: Teredo, ORCHID and others that embed an address.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const notPublic = new BlockList()
for (const [network, prefix] of NOT_PUBLIC_IPV4) notPublic.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of NOT_PUBLIC_IPV6) notPublic.addSubnet(network, prefix, 'ipv6')

const allocated = new BlockList()
allocated.addSubnet('2000::', 3, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an IP address is public; false for an invalid one. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  if (isIPv6(address)) return allocated.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
  return !notPublic.check(address, 'ipv4')
}

/** Returns the addresses of this machine's network interfaces, some of which might be public. */
export function addressesOfMachine(): string[] {
  return Object.values(os.networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address))
}

/** Whether an IP address is one of `addresses`, in any notation. */
export function includesAddress(address: string, addresses: string[]): boolean {
  const list = new BlockList()
  for (const one of addresses) list.addAddress(one, familyOf(one))
  return list.check(address, familyOf(address))
}

function familyOf(address: string) {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}

/** Whether an IP address is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && loopback.check(address, familyOf(address))
}
