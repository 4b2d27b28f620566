import { desc, eq, exists, gt, not, sql } from 'drizzle-orm'
import { alias, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { codeRequest } from '../schema.ts'
import { createdAt, id, moment } from '../tables/columns.ts'
import { withOwnDatabase } from '../test-database.ts'

/** The table that nodes of the previous release use. */
const loginRequest = pgTable('login_request', {
  id: id(),
  addressKey: text().notNull(),
  browserKey: text().notNull(),
  purpose: text().notNull().default('sign-in'),
  sessionId: uuid(),
  codeHash: text(),
  mailState: text().notNull().default('queued'),
  tries: smallint().notNull().default(0),
  usedAt: moment(),
  createdAt: createdAt(),
})

test('nodes of the previous release can still insert, update, read and purge code requests through the view', async () => {
  await withOwnDatabase(async (db) => {
    const [older, newest] = [crypto.randomUUID(), crypto.randomUUID()]
    const owner = { addressKey: 'view', browserKey: 'view' }
    await db.insert(loginRequest).values({ id: older, ...owner, createdAt: sql`now() - interval '1 minute'` })
    await db.insert(loginRequest).values({ id: newest, ...owner, sessionId: crypto.randomUUID(), codeHash: 'hash' })
    const wanted = db
      .select({ id: loginRequest.id })
      .from(loginRequest)
      .where(eq(loginRequest.addressKey, 'view'))
      .orderBy(desc(loginRequest.createdAt))
      .limit(1)
    expect(
      await db
        .update(loginRequest)
        .set({ tries: sql`least(${loginRequest.tries}, 3) + 1` })
        .where(eq(loginRequest.id, sql`(${wanted})`))
        .returning({ id: loginRequest.id, tries: loginRequest.tries, usedAt: loginRequest.usedAt }),
    ).toEqual([{ id: newest, tries: 1, usedAt: null }])
    await db.update(loginRequest).set({ mailState: 'sent' }).where(eq(loginRequest.id, older))

    const newer = alias(loginRequest, 'newer')
    const newerOnes = db.select().from(newer).where(gt(newer.createdAt, loginRequest.createdAt))
    const ids = db.select({ id: loginRequest.id }).from(loginRequest)
    expect(await ids.where(not(exists(newerOnes)))).toEqual([{ id: newest }])

    const rows = await db.select().from(codeRequest).orderBy(codeRequest.createdAt)
    expect(rows).toMatchObject([
      { id: older, purpose: 'sign-in', mailState: 'sent', tries: 0, codeHash: null },
      { id: newest, purpose: 'sign-in', mailState: 'queued', tries: 1, codeHash: 'hash' },
    ])

    const isOver = sql`created_at < now() - interval '30 seconds'`
    const purged = await db.execute(
      sql`delete from login_request where ctid = any(array(select ctid from login_request where ${isOver} limit 5000)) and ${isOver}`,
    )
    expect(purged.count).toBe(1)
    expect(await db.select({ id: codeRequest.id }).from(codeRequest)).toEqual([{ id: newest }])
  })
})
