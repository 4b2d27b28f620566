import { isIP } from 'node:net'
import os from 'node:os'
import ipaddr from 'ipaddr.js'

/** Azure's host services, reachable from each VM, although the address is in a public network. */
const AZURE_HOST = '168.63.129.16'
/** The IPv6 addresses in use on the public network; the library also considers unassigned ones public. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address is public; false if it is invalid or embeds another address, like a mapped address. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address === AZURE_HOST) return false
  const parsed = ipaddr.parse(address)
  const isAssigned = parsed instanceof ipaddr.IPv4 || parsed.match(PUBLIC_IPV6)
  return isAssigned && parsed.range() === 'unicast'
}

/** Returns the addresses of this machine's network interfaces, some of which might be public. */
export function addressesOfMachine(): string[] {
  return Object.values(os.networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address))
}

/** Whether an IP address is one of `addresses`, in any notation. */
export function includesAddress(address: string, addresses: string[]): boolean {
  const sought = ipaddr.process(address).toString()
  return addresses.some((one) => ipaddr.process(one).toString() === sought)
}

/** Whether an IP address is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}
