import { eq, max, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listOrSync } from '#db/settled-changes.ts'
import type { Database } from '#db/client.ts'
import { repository } from '#db/schema.ts'
import { ownDatabase, withDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { listRepositories } from './repositories.server.ts'

const own = ownDatabase()
const LINK = 'https://example.com'

async function readAfter(
  db: Database,
  updatedAfter: string,
  { limit = 5_000, cursor = null as string | null, topic = '' } = {},
) {
  const {
    rows,
    nextCursor: next,
    syncedUntil = '',
  } = await listOrSync({
    db,
    table: repository,
    updatedAfter,
    cursor,
    list: (updated) =>
      listRepositories(contextOn(db), { searchTerm: '', topic, sort: 'newest', cursor, limit, updated }),
    count: undefined,
  })
  return { names: rows.map(({ name }) => name), next, syncedUntil }
}

/** Starts a transaction, and returns once it has run `change`. `commit` ends the transaction. */
async function changeLate(db: Database, change: (db: Database) => Promise<unknown>) {
  const [changed, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = db.transaction(async (transaction) => {
    await change(transaction)
    changed.resolve()
    await mayCommit.promise
  })
  await changed.promise
  return () => {
    mayCommit.resolve()
    return done
  }
}

const add = (db: Database, name: string) => db.insert(repository).values({ name, link: LINK })
const rename = (db: Database, from: string, name: string) =>
  db
    .update(repository)
    .set({ name, updatedAt: new Date(0) })
    .where(eq(repository.name, from))
/** Returns the time for the next call, once it is later than all changes. */
async function timeNow(db: Database): Promise<string> {
  const [{ at } = { at: null }] = await db.select({ at: max(repository.updatedAt) }).from(repository)
  let time: string
  do time = (await readAfter(db, '2000-01-01T00:00:00Z')).syncedUntil
  while (new Date(time) <= (at ?? new Date(0)))
  return time
}

test('a row is not skipped if its transaction began first and commits last, also with the clock of a node that is wrong', async () => {
  await own.withDatabase(async (db) => {
    await add(db, 'old')
    const begin = await timeNow(db)
    const commit = await changeLate(db, async (late) => {
      await rename(late, 'old', 'renamed')
      await add(late, 'added')
    })
    await add(db, 'later')
    expect(await readAfter(db, begin)).toEqual({ names: [], next: null, syncedUntil: begin })
    await commit()
    const now = await timeNow(db)
    expect((await readAfter(db, begin)).names).toEqual(['renamed', 'added', 'later'])
    expect((await readAfter(db, now)).names).toEqual([])
  })
})

test('a row is not skipped if its transaction began before the call, and adds the row after it', async () => {
  await own.withDatabase(async (db) => {
    await timeNow(db)
    const [began, mayAdd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const done = db.transaction(async (late) => {
      await late.execute(sql`select now()`)
      began.resolve()
      await mayAdd.promise
      await add(late, 'after the call')
    })
    await began.promise
    const between = await timeNow(db)
    mayAdd.resolve()
    await done
    await timeNow(db)
    expect((await readAfter(db, between)).names).toEqual(['after the call'])
  })
})

test('a program that reads page by page while many write has all rows in the end', async () => {
  await own.withDatabase(async (db) => {
    const begin = await timeNow(db)
    let areWriting = true
    const write = async (writer: number) => {
      for (let nr = 0; nr < 25; nr += 1)
        await db.transaction(async (transaction) => {
          await add(transaction, `${writer}-${nr}`)
          await transaction.execute(sql`select pg_sleep(${Math.random() / 50})`)
          if (nr > 0) await rename(transaction, `${writer}-${nr - 1}`, `${writer}-${nr - 1}!`)
        })
    }
    const writers = Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer))).then(
      () => (areWriting = false),
    )
    const copy = new Set<string>()
    let mark = begin
    let isLast = false
    while (!isLast) {
      isLast = !areWriting
      if (isLast) await timeNow(db)
      let cursor: string | null = null
      let synced = mark
      do {
        const page = await readAfter(db, mark, { limit: 7, cursor })
        for (const name of page.names) copy.add(name)
        cursor = page.next
        synced = page.syncedUntil
      } while (cursor !== null)
      mark = synced
    }
    await writers
    const final = Array.from({ length: 150 }, (_, nr) => `${Math.floor(nr / 25)}-${nr % 25}${nr % 25 < 24 ? '!' : ''}`)
    expect(final.filter((name) => !copy.has(name))).toEqual([])
  })
})

test('while a transaction of another role changes rows, the list waits for it', async () => {
  await own.withDatabase(async (db) => {
    const begin = await timeNow(db)
    await withDatabase(async (owner) => {
      const commit = await changeLate(owner, (late) => add(late, 'by the owner'))
      expect(await readAfter(db, begin)).toEqual({ names: [], next: null, syncedUntil: begin })
      await commit()
    }, own.url())
    await timeNow(db)
    expect((await readAfter(db, begin)).names).toEqual(['by the owner'])
  })
})

test('with a filter, pages without matches still lead to the rows behind them, also if many rows have the same time', async () => {
  await own.withDatabase(async (db) => {
    const begin = await timeNow(db)
    const addMany = (db: Database) =>
      db.execute(
        sql`insert into repository (name, link) select gen_random_uuid(), ${LINK} from generate_series(1, 4500)`,
      )
    await addMany(db)
    await db.insert(repository).values({ name: 'rare', link: LINK, topics: 'rare' })
    await withDatabase(async (owner) => {
      await owner.execute(sql`alter table repository disable trigger repository_updated_at`)
      await addMany(owner)
      await owner.execute(sql`alter table repository enable trigger repository_updated_at`)
    }, own.url())
    await db.insert(repository).values({ name: 'rarer', link: LINK, topics: 'rare' })
    await timeNow(db)
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const { names, next } = await readAfter(db, begin, { topic: 'rare', cursor })
      pages.push(names)
      cursor = next
    } while (cursor !== null)
    expect(pages.flat()).toEqual(['rare', 'rarer'])
    expect(pages.length).toBeGreaterThan(2)
  })
})
