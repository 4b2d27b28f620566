import { databaseUrlVariable } from '#env/fields.server.ts'
import type { Settings } from '#env/settings.server.ts'
import type { StartFeature } from '#feature/start-feature.ts'

/** The setting for the standby's URL, and the shutdown of its connections. */
export const standbyReads = {
  settings: {
    variables: { DATABASE_READ_URL: databaseUrlVariable().optional() },
    contradictions: ({ DATABASE_URL: primary, DATABASE_READ_URL: standby }) => {
      if (standby === undefined) return []
      if (primary === undefined)
        return ['DATABASE_READ_URL is set without DATABASE_URL: set both, or neither for local mode']
      return primary === standby ? ['DATABASE_READ_URL is the same as DATABASE_URL: remove it'] : []
    },
    destinations: ({ DATABASE_READ_URL: standbyUrl }) =>
      standbyUrl === undefined ? [] : [{ variable: 'DATABASE_READ_URL', standbyUrl }],
  } satisfies Settings,
  start: async () => {
    const { closeStandby } = await import('./standby.server.ts')
    return closeStandby
  },
} satisfies StartFeature
