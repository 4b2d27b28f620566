import type { ServerFeature } from '#feature/server-feature.ts'
import { standbyMiddleware } from './standby.server.ts'

/** Reads from a standby: the middleware that decides for each request whether it can read from the standby. */
export const standbyReads = {
  requestMiddleware: [standbyMiddleware],
} satisfies ServerFeature
