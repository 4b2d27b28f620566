import { environment } from '#env/environment.server.ts'
import { outsideGuard } from '#jobs/outside.server.ts'
import type { OutsideGuard } from '#lib/outside-fetch.server.ts'

/** Says which links may be asked: of the addresses of `outsideGuard` those on the ports of http and https. */
export function linkGuard(): OutsideGuard {
  return { ...outsideGuard(), isUsualPortsOnly: !environment().isLocal }
}
