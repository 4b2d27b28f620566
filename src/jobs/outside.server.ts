import { environment } from '#env/environment.server.ts'
import { isLoopbackAddress } from '#lib/public-address.server.ts'
import type { OutsideGuard } from '#lib/outside-fetch.server.ts'

/**
 * Says which addresses that people typed may be asked: those of the internet. In local mode this very machine too, for whoever
 * develops what receives webhooks; only people at this machine can reach the product then
 * (`docs/decisions/0051-asking-the-outside.md`).
 */
export function outsideGuard(): OutsideGuard {
  return environment().isLocal ? { allows: isLoopbackAddress } : {}
}
