import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { passkeyEndpoints } from '#auth/passkey-sign-in.server.ts'
import { passkeyChallenge } from '#db/schema.ts'
import type { ServerFeature } from '#feature/server-feature.ts'

/** Passkeys, and the second factor that they are for administrators. */
export const passkeys: ServerFeature = {
  authEndpoints: passkeyEndpoints,
  expires: [
    {
      table: passkeyChallenge,
      isOver: sql`created_at < now() - make_interval(mins => ${appConfig.passkey.challengeMinutes})`,
    },
  ],
}
