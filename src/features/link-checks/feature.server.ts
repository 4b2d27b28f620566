import type { ServerFeature } from '#feature/server-feature.ts'
import { checkLinksTask } from './check-links.server.ts'

/** The daily check whether the links of repositories respond. */
export const linkChecks: ServerFeature = {
  tasks: [checkLinksTask],
}
