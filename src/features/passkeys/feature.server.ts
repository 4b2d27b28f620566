import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { passkeyEndpoints } from '#auth/passkey-sign-in.server.ts'
import { passkey, passkeyChallenge } from '#db/schema.ts'
import type { ServerFeature } from '#feature/server-feature.ts'

/** Passkeys, which are also the second factor of administrators. */
export const passkeys: ServerFeature = {
  authEndpoints: passkeyEndpoints,
  expires: [
    {
      table: passkeyChallenge,
      isOver: sql`created_at < now() - make_interval(mins => ${appConfig.passkey.challengeMinutes})`,
    },
  ],
  exportedData: async ({ db, session }) => ({
    passkeys: await db
      .select({ name: passkey.name, createdAt: passkey.createdAt, lastUsedAt: passkey.lastUsedAt })
      .from(passkey)
      .where(eq(passkey.userId, session.viewer.id))
      .orderBy(passkey.createdAt),
  }),
}
