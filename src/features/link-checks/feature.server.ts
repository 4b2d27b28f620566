import type { ServerFeature } from '#feature/server-feature.ts'
import { checkLinksTask } from './check-links.server.ts'

/** Whether the links of repositories answer, asked once a day. */
export const linkChecks: ServerFeature = {
  tasks: [checkLinksTask],
}
