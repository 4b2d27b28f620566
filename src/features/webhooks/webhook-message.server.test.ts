import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { historyEvent, organization, repository } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { addWebhook, deliveriesOf, startTarget, deliver } from './test-webhooks.server.ts'
import { webhook } from './webhooks.tables.server.ts'

const own = ownDatabase()

/** Creates a repository, owned by an organization or shared, and a history entry about it. */
async function makeRepository(db: Database, name: string, isOwned: boolean) {
  const [owner] = isOwned ? await db.insert(organization).values({ name: 'Acme' }).returning() : []
  const [made] = await db
    .insert(repository)
    .values({ name, link: 'https://b.example', organizationId: owner?.id ?? null })
    .returning()
  await db.insert(historyEvent).values({
    action: 'repository-created',
    subjectId: made?.id ?? null,
    subjectName: name,
    before: {},
    after: { description: `about ${name}` },
  })
}

const subscription = { events: ['repository.created', 'user.banned'] } satisfies Partial<typeof webhook.$inferInsert>

test(
  'a webhook receives organizations’ repositories only if it includes them, and shared ones in any case',
  own.rolledBack(async (db) => {
    const [usual, trusted] = [await startTarget(204), await startTarget(204)]
    const hooks = [
      await addWebhook(db, usual.url, subscription),
      await addWebhook(db, trusted.url, { ...subscription, includesPrivate: true }),
    ]
    await makeRepository(db, 'Everybody’s', false)
    await makeRepository(db, 'Secret plan', true)
    await db.insert(historyEvent).values({ action: 'user-banned', subjectName: 'Ada' })
    for (const hook of hooks) await deliver(db, hook)
    const told = (target: typeof usual) => target.received.map(({ body }) => body).join()
    expect(usual.received).toHaveLength(2)
    expect(told(usual)).toContain('Everybody’s')
    expect(told(usual)).not.toContain('Secret plan')
    expect(trusted.received).toHaveLength(3)
    expect(told(trusted)).toContain('about Secret plan')
  }),
)

test.each([
  ['the webhook excludes private repositories', (db: Database) => db.update(webhook).set({ includesPrivate: false })],
  [
    'the repository is purged and the webhook excludes private ones',
    async (db: Database) => {
      await db.delete(repository).where(eq(repository.name, 'Secret plan'))
      await db.update(webhook).set({ includesPrivate: false })
    },
  ],
])('a waiting delivery about an organization’s repository is not sent once %s', (_case, change) =>
  own.rolledBack(async (db) => {
    const { url, received } = await startTarget(204)
    const hook = await addWebhook(db, url, { ...subscription, includesPrivate: true })
    await makeRepository(db, 'Secret plan', true)
    await change(db)
    await deliver(db, hook)
    expect(received).toEqual([])
    expect(await deliveriesOf(db, hook)).toMatchObject([{ status: 'failed' }])
  })(),
)

test(
  'a shared row is delivered, even if the name of its feature begins like that of repositories',
  own.rolledBack(async (db) => {
    const { url, received } = await startTarget(204)
    const hook = await addWebhook(db, url, { events: ['repository-note.created' as never] })
    await db.insert(historyEvent).values({
      action: 'repository-note-created' as never,
      subjectId: crypto.randomUUID(),
      subjectName: 'Shared note',
      before: {},
      after: {},
    })
    await deliver(db, hook)
    expect(received.map(({ body }) => body).join()).toContain('Shared note')
  }),
)
