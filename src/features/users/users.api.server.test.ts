import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { undoBulkJob } from '#bulk/bulk-job.server.ts'
import { provideBulkKinds } from '#bulk/bulk-kind.server.ts'
import { bulkJob, user } from '#db/schema.ts'
import { withOwnDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { userOperations } from './users.api.server.ts'
import { userKinds } from './users.bulk.server.ts'

provideBulkKinds(userKinds)

test('what programs ban and delete can be undone as what people do', () =>
  withOwnDatabase(async (db) => {
    const [chief, person] = await db
      .insert(user)
      .values([
        { email: 'chief@a.example', name: 'Chief', role: 'admin' },
        { email: 'bo@a.example', name: 'Bo' },
      ])
      .returning()
    if (!chief || !person) throw new Error('nobody was added')
    const administrator = contextOn(db, chief)
    const context = {
      ...administrator,
      session: { id: crypto.randomUUID() },
      request: { signal: new AbortController().signal },
      requireScope: () => undefined,
      requireMatch: () => undefined,
    }
    const stateOf = () => db.select({ banned: user.banned }).from(user).where(eq(user.id, person.id))
    for (const [id, body] of [
      ['banUser', { reason: 'spam', endsAt: null }],
      ['deleteUser', undefined],
    ] as const) {
      const asked = userOperations.find((operation) => operation.id === id)
      await asked?.handle(context, { id: person.id, query: {}, body })
    }
    const undone: unknown[] = [await stateOf()]
    for (const { id } of await db.select().from(bulkJob).orderBy(desc(bulkJob.createdAt))) {
      await undoBulkJob(administrator, { id })
      undone.push(await stateOf())
    }
    expect(undone).toEqual([[], [{ banned: true }], [{ banned: false }]])
  }))
