import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { SessionContext } from '#auth/current-session.server.ts'
import type { ImportKind } from '#bulk/import-kind.ts'
import { bulkJob, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { saveDraft } from './import-upload.server.ts'

test(
  'an upload beyond the number of import drafts is refused until the next day, because users cannot delete drafts',
  rolledBack(async (db) => {
    const [actor] = await db
      .insert(user)
      .values({ email: `${crypto.randomUUID()}@example.com`, name: 'Chief', role: 'admin' })
      .returning({ id: user.id, name: user.name })
    const session = { id: crypto.randomUUID() }
    const context = { ...contextOn(db, actor), session } as unknown as SessionContext
    const draft = { kind: 'import-users', status: 'draft', actorId: actor?.id ?? '', actorName: 'Chief' } as const
    await db.insert(bulkJob).values(Array.from({ length: appConfig.bulk.maxDrafts }, () => draft))
    const kind = { name: 'import-users', fields: [], namespace: 'users' } as unknown as ImportKind
    const file = { fileName: 'some.csv', bytes: bytesOf('email\na@b.example\n') }
    await expect(saveDraft(context, kind, file)).rejects.toThrow('TOO_MANY_TODAY')
  }),
)

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}
