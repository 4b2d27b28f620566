import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { ownDatabase } from '#db/test-database.ts'
import type * as environmentModule from '#env/environment.server.ts'
import { decrypt } from '#lib/keyed-hash.server.ts'
import { reencryptWebhookSecrets, encryptWebhookSecret } from './deliver-webhooks.server.ts'
import { addWebhook } from './test-webhooks.server.ts'
import { webhook } from './webhooks.tables.server.ts'

let secrets: string[] = []
vi.mock('#env/environment.server.ts', async (original) => ({
  ...(await original<typeof environmentModule>()),
  acceptedSecrets: () => secrets,
}))

const own = ownDatabase()

test(
  'both secrets of a webhook can be decrypted after the secret that encrypted them was replaced',
  own.rolledBack(async (db) => {
    secrets = ['the one before']
    const { id } = await addWebhook(db, 'https://a.example', {
      sealedSecret: encryptWebhookSecret('renewed'),
      sealedPreviousSecret: encryptWebhookSecret('of yesterday'),
      previousSecretUntil: new Date(Date.now() + 60_000),
    })
    secrets = ['the one of today', 'the one before']
    await reencryptWebhookSecrets(db)
    const [kept] = await db.select().from(webhook).where(eq(webhook.id, id))
    const opened = [kept?.sealedSecret, kept?.sealedPreviousSecret].map((encrypted) =>
      decrypt(['the one of today'], 'webhook-secret', encrypted ?? ''),
    )
    expect(opened).toEqual(['renewed', 'of yesterday'])
  }),
)
