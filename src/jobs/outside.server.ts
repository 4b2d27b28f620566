import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { environment } from '#env/environment.server.ts'
import { addressesOfMachine, isLoopbackAddress } from '#lib/public-address.server.ts'
import { lookUpByServers, type OutsideGuard } from '#lib/outside-fetch.server.ts'

/**
 * Says which addresses that people typed may be asked: those of the internet, but not this installation's own. In local mode
 * this very machine too, for whoever develops what receives webhooks; only people at this machine can reach the product then
 * (`docs/decisions/0051-asking-the-outside.md`).
 */
export function outsideGuard(): OutsideGuard {
  const { appUrl } = environment()
  return {
    findOwnAddresses: () => findOwnAddresses(appUrl),
    ...(environment().isLocal && { allows: isLoopbackAddress }),
  }
}

/** The addresses of the product's name; an address translation may stand between them and this machine. */
const addressesOfName = new LRUCache<string, string[]>({
  max: 1,
  ttl: 60_000,
  allowStaleOnFetchRejection: true,
  fetchMethod: async (name) => (await lookUpByServers(name)).map(({ address }) => address),
})

/** Finds the addresses that lead to this installation: those of this machine, and of the name in its URL. */
export async function findOwnAddresses(appUrl: string): Promise<string[]> {
  const name = new URL(appUrl).hostname.replaceAll(/[[\]]/g, '')
  const ofName = isIP(name) === 0 ? await addressesOfName.fetch(name).catch(() => undefined) : [name]
  return [...addressesOfMachine(), ...(ofName ?? [])]
}
