import { z } from 'zod'
import type { Settings } from '#env/settings.server.ts'
import type { StartFeature } from '#feature/start-feature.ts'

/** The settings for sign-in with GitHub and Google. */
export const socialSignIn = {
  settings: {
    variables: {
      GITHUB_CLIENT_ID: z.string().optional(),
      GITHUB_CLIENT_SECRET: z.string().optional(),
      GOOGLE_CLIENT_ID: z.string().optional(),
      GOOGLE_CLIENT_SECRET: z.string().optional(),
    },
    contradictions: (given) =>
      (['GITHUB', 'GOOGLE'] as const).flatMap((provider) => {
        const [id, secret] = [given[`${provider}_CLIENT_ID`], given[`${provider}_CLIENT_SECRET`]]
        if ((id === undefined) === (secret === undefined)) return []
        return [`${provider}_CLIENT_${id === undefined ? 'ID' : 'SECRET'} is missing: set both, or neither`]
      }),
  } satisfies Settings,
} satisfies StartFeature
