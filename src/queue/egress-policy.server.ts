import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { build } from '#env/build.server.ts'
import { environment } from '#env/environment.server.ts'
import { addressesOfMachine, isLoopbackAddress } from '#lib/public-address.server.ts'
import { lookUpByServers, USER_AGENT, type EgressPolicy } from '#lib/external-fetch.server.ts'

/**
 * Returns the policy for requests to addresses that users typed: public addresses are allowed, but not those of this
 * installation. Local mode also allows this machine, so that receivers of webhooks can be developed; only users at this machine
 * can reach the product then (`docs/decisions/0051-asking-the-outside.md`).
 */
export function egressPolicy(): EgressPolicy {
  const { appUrl } = environment()
  return {
    findOwnAddresses: () => findOwnAddresses(appUrl),
    userAgent: `${USER_AGENT}/${build.version}`,
    ...(environment().isLocal && { allows: isLoopbackAddress }),
  }
}

/** The addresses of the product's host name. Address translation can make them differ from this machine's addresses. */
const addressesOfName = new LRUCache<string, string[]>({
  max: 1,
  ttl: 60_000,
  allowStaleOnFetchRejection: true,
  fetchMethod: async (name) => (await lookUpByServers(name)).map(({ address }) => address),
})

/** Finds the addresses that lead to this installation: this machine's, and those of the host name in its URL. */
export async function findOwnAddresses(appUrl: string): Promise<string[]> {
  const name = new URL(appUrl).hostname.replaceAll(/[[\]]/g, '')
  const ofName = isIP(name) === 0 ? await addressesOfName.fetch(name).catch(() => undefined) : [name]
  return [...addressesOfMachine(), ...(ofName ?? [])]
}
