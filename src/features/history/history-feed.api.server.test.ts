import { gt, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recordAudit } from '#audit/audit.server.ts'
import type { Database } from '#db/client.ts'
import { historyEvent } from '#db/schema.ts'
import { ownDatabase, withDatabase } from '#db/test-database.ts'
import { listEventsAfter } from './history-feed.api.server.ts'

const ACTOR = { id: '00000000-0000-4000-8000-000000000001', name: 'Ada' }
const own = ownDatabase()
const UNFILTERED = { actions: '', person: '', part: '' } as const

function record(db: Database, name: string, action: 'user-created' | 'user-banned' = 'user-created') {
  const subject = { id: crypto.randomUUID(), name }
  return recordAudit({ db, actor: ACTOR, ipAddress: undefined }, { action, subject })
}

async function readAfter(db: Database, after: string, { limit = 50, actions = '' } = {}) {
  const { rows, position, hasMore } = await listEventsAfter({ db }, { ...UNFILTERED, actions, after, limit })
  return { names: rows.map(({ subjectName }) => subjectName), position, hasMore }
}

/** Starts a transaction that records an entry, and returns once it is recorded. `commit` ends the transaction. */
async function recordLate(db: Database, name: string) {
  const [recorded, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = db.transaction(async (transaction) => {
    await record(transaction, name)
    recorded.resolve()
    await mayCommit.promise
  })
  await recorded.promise
  return {
    commit: () => {
      mayCommit.resolve()
      return done
    },
  }
}

/** Returns the position after all entries of earlier tests. */
async function positionNow(db: Database): Promise<string> {
  return (await readAfter(db, '0', { limit: 5_000 })).position
}

test('an event that is committed after a later one is not skipped', async () => {
  await own.withDatabase(async (db) => {
    const begin = await positionNow(db)
    await record(db, 'one')
    const late = await recordLate(db, 'two')
    await record(db, 'three')
    const first = await readAfter(db, begin)
    expect(first).toMatchObject({ names: ['one'], hasMore: false })
    await late.commit()
    const rest = await readAfter(db, first.position)
    expect(rest.names).toEqual(['two', 'three'])
    expect(await readAfter(db, rest.position)).toEqual({ names: [], position: rest.position, hasMore: false })
    await record(db, 'four')
    expect((await readAfter(db, rest.position)).names).toEqual(['four'])
  })
})

test('a program that reads while many write gets every event once, in the order of the ids', async () => {
  await own.withDatabase(async (db) => {
    const begin = await positionNow(db)
    let areWriting = true
    const write = async (writer: number) => {
      for (let nr = 0; nr < 25; nr += 1)
        await db.transaction(async (transaction) => {
          await record(transaction, `${writer}-${nr}`)
          await transaction.execute(sql`select pg_sleep(${Math.random() / 50})`)
        })
    }
    const writers = Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer))).then(
      () => (areWriting = false),
    )
    const seen: (string | null)[] = []
    let cursor = begin
    let isLast = false
    while (!isLast) {
      isLast = !areWriting
      const { names, position } = await readAfter(db, cursor)
      seen.push(...names)
      cursor = position
    }
    await writers
    const all = await db
      .select({ name: historyEvent.subjectName })
      .from(historyEvent)
      .where(gt(historyEvent.id, Number(begin)))
      .orderBy(historyEvent.id)
    expect(all).toHaveLength(150)
    expect(seen).toEqual(all.map(({ name }) => name))
  })
})

test('while a transaction of another role adds entries, whose begin is unknown, the list waits for it', async () => {
  await own.withDatabase(async (db) => {
    const begin = await positionNow(db)
    await record(db, 'one')
    await withDatabase(async (owner) => {
      const late = await recordLate(owner, 'two')
      expect(await readAfter(db, begin)).toEqual({ names: [], position: begin, hasMore: false })
      await late.commit()
    }, own.url())
    expect((await readAfter(db, begin)).names).toEqual(['one', 'two'])
  })
})

test('pages and filters: a page without matches still moves the position forward', async () => {
  await own.withDatabase(async (db) => {
    const begin = await positionNow(db)
    for (const name of ['one', 'two', 'three']) await record(db, name)
    const first = await readAfter(db, begin, { limit: 2 })
    expect(first).toMatchObject({ names: ['one', 'two'], hasMore: true })
    const second = await readAfter(db, first.position, { limit: 2 })
    expect(second).toMatchObject({ names: ['three'], hasMore: false })
    await db.execute(sql`
      insert into history_event (action, subject_id) select 'signed-in', gen_random_uuid() from generate_series(1, 5000)`)
    await record(db, 'four', 'user-banned')
    const empty = await readAfter(db, second.position, { actions: 'user-banned' })
    expect(empty).toMatchObject({ names: [], hasMore: true })
    const found = await readAfter(db, empty.position, { actions: 'user-banned' })
    expect(found).toMatchObject({ names: ['four'], hasMore: false })
  })
})
