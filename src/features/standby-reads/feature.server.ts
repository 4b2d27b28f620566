import type { ServerFeature } from '#feature/server-feature.ts'
import { useStandby } from './standby.server.ts'

/** Reads from a standby: the middleware that decides for each request whether it can read from the standby. */
export const standbyReads = {
  requestMiddleware: [useStandby],
} satisfies ServerFeature
