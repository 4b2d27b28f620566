import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { SessionContext } from '#auth/current-session.server.ts'
import type { ImportKind } from '#bulk/import-kind.ts'
import { getBulkJob } from '#bulk/read-bulk-jobs.server.ts'
import type { Database } from '#db/client.ts'
import { bulkJob, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { saveDraft } from './import-upload.server.ts'

const KIND = { name: 'import-users', fields: [], namespace: 'users' } as unknown as ImportKind

test(
  'an upload beyond the number of import drafts is refused until the next day, because users cannot delete drafts',
  rolledBack(async (db) => {
    const { context, actorId } = await administrator(db)
    const draft = { kind: 'import-users', status: 'draft', actorId, actorName: 'Chief' } as const
    await db.insert(bulkJob).values(Array.from({ length: appConfig.bulk.maxDrafts }, () => draft))
    await expect(saveDraft(context, KIND, someFile('some.csv'))).rejects.toThrow('TOO_MANY_TODAY')
  }),
)

test(
  'the label of the job of an import is the name of its file, also if the file has a single row',
  rolledBack(async (db) => {
    const { context } = await administrator(db)
    const named = await saveDraft(context, KIND, someFile('some.csv'))
    expect(await getBulkJob({ db }, named)).toMatchObject({ total: 1, label: 'some.csv' })
  }),
)

async function administrator(db: Database) {
  const [actor] = await db
    .insert(user)
    .values({ email: `${crypto.randomUUID()}@example.com`, name: 'Chief', role: 'admin' })
    .returning({ id: user.id, name: user.name })
  const session = { id: crypto.randomUUID() }
  return { context: { ...contextOn(db, actor), session } as unknown as SessionContext, actorId: actor?.id ?? '' }
}

const someFile = (fileName: string) => ({ fileName, bytes: bytesOf('email\na@b.example\n') })

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}
