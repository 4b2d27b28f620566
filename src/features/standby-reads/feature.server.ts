import type { ServerFeature } from '#feature/server-feature.ts'
import { useStandby } from './standby.server.ts'

/** The server's half of reads from a standby: each request says whether it may. */
export const standbyReads = {
  requestSteps: [useStandby],
} satisfies ServerFeature
