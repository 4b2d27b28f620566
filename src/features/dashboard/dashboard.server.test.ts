import { eq, inArray, sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import { appConfig } from '#app.config'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { bulkJob, bulkJobRow, historyEvent, organization, repository, session, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import type { Figure } from './dashboard.schema.ts'
import { readDashboard } from './dashboard.server.ts'

// The figures count all rows, so other tests must not write to the same database.
const { rolledBack } = ownDatabase()

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`

async function addUser(db: Database, values: PgInsertValue<typeof user>) {
  const [added] = await db.insert(user).values(values).returning({ id: user.id })
  return added?.id ?? ''
}

/** Returns a figure after additions to its total, to its count of this week, and to its count of the week before. */
const figureGrownBy = (before: Figure, [total, thisWeek, weekBefore]: [number, number, number]): Figure => ({
  total: before.total + total,
  thisWeek: before.thisWeek + thisWeek,
  weekBefore: before.weekBefore + weekBefore,
})

test(
  'the figures show the totals, and the additions of this week and of the week before',
  rolledBack(async (db) => {
    const before = (await readDashboard(contextOn(db))).figures
    await db.insert(user).values([
      { email: 'old@example.com', name: 'Old', createdAt: daysAgo(8) },
      { email: 'new@example.com', createdAt: daysAgo(6) },
      { email: 'banned@example.com', name: 'Banned', banned: true, banExpires: daysAgo(-1) },
    ])
    await db.insert(repository).values([
      { name: 'an old one', link: 'https://a.example', createdAt: daysAgo(8) },
      { name: 'a new one', link: 'https://a.example', createdAt: daysAgo(6) },
      { name: 'a deleted one', link: 'https://a.example', deletedAt: daysAgo(1) },
    ])
    await db.insert(historyEvent).values([
      { action: 'user-banned', at: daysAgo(6) },
      { action: 'user-banned', at: daysAgo(15) },
      { action: 'user-unbanned', at: daysAgo(6) },
    ])
    const { figures } = await readDashboard(contextOn(db))
    expect(figures).toEqual({
      people: figureGrownBy(before.people, [3, 2, 1]),
      notOnboarded: figureGrownBy(before.notOnboarded, [1, 1, 0]),
      banned: figureGrownBy(before.banned, [1, 1, 0]),
      activeSessions: figureGrownBy(before.activeSessions, [0, 0, 0]),
      repositories: figureGrownBy(before.repositories, [2, 1, 1]),
    })
  }),
)

test(
  'a week is the seven days in UTC that end with today, for all figures',
  rolledBack(async (db) => {
    const before = (await readDashboard(contextOn(db))).figures
    const dayBegins = (back: number) => sql`date_trunc('day', now(), 'UTC') - make_interval(days => ${back})`
    const justBefore = (back: number) => sql`${dayBegins(back)} - interval '1 millisecond'`
    // Two times in this week, two in the week before, and one before both weeks.
    const moments = [dayBegins(0), dayBegins(6), justBefore(6), dayBegins(13), justBefore(13)]
    const emails = moments.map((_, index) => `week${index}@example.com`)
    await db.insert(user).values(moments.map((createdAt, index) => ({ email: emails[index] ?? '', createdAt })))
    await db
      .update(user)
      .set({ banned: true, banExpires: daysAgo(1) })
      .where(inArray(user.email, emails.slice(2, 4)))
    const [someone] = await db.select({ id: user.id }).from(user).where(eq(user.email, 'week0@example.com'))
    await db.insert(session).values(
      moments.map((createdAt, index) => ({
        userId: someone?.id ?? '',
        token: `week${index}`,
        expiresAt: daysAgo(-1),
        createdAt,
      })),
    )
    await db.insert(historyEvent).values(moments.map((at) => ({ action: 'user-banned' as const, at })))
    await db
      .insert(repository)
      .values(moments.map((createdAt, index) => ({ name: `week${index}`, link: 'https://a.example', createdAt })))
    const { figures } = await readDashboard(contextOn(db))
    expect(figures).toEqual({
      people: figureGrownBy(before.people, [5, 2, 2]),
      notOnboarded: figureGrownBy(before.notOnboarded, [5, 2, 2]),
      banned: figureGrownBy(before.banned, [0, 2, 2]),
      activeSessions: figureGrownBy(before.activeSessions, [5, 2, 2]),
      repositories: figureGrownBy(before.repositories, [5, 2, 2]),
    })
  }),
)

test(
  'an expired session does not count as active and an expired ban not as a ban, even before they are purged',
  rolledBack(async (db) => {
    const before = (await readDashboard(contextOn(db))).figures
    const userId = await addUser(db, { email: 'over@example.com', banned: true, banExpires: daysAgo(1) })
    await db.insert(session).values([
      { userId, token: 'over', expiresAt: daysAgo(1) },
      { userId, token: 'open', expiresAt: daysAgo(-1) },
    ])
    const { figures } = await readDashboard(contextOn(db))
    expect(figures.activeSessions).toEqual(figureGrownBy(before.activeSessions, [1, 2, 0]))
    expect(figures.banned).toEqual(before.banned)
    expect(figures.notOnboarded).toEqual(figureGrownBy(before.notOnboarded, [1, 1, 0]))
  }),
)

test(
  'the chart has sign-ins for each of 30 days up to today, including days without any',
  rolledBack(async (db) => {
    const before = (await readDashboard(contextOn(db))).signIns
    const userId = await addUser(db, { email: 'often@example.com' })
    const at = [0, 0, 29, 30].map((days, index) => ({
      userId,
      token: `often-${index}`,
      expiresAt: daysAgo(-1),
      createdAt: daysAgo(days),
    }))
    await db.insert(session).values(at)
    const { signIns } = await readDashboard(contextOn(db))
    const [today] = await db.execute<{ day: string }>(sql`select (now() at time zone 'UTC')::date::text as day`)
    expect(signIns).toHaveLength(appConfig.dashboard.plottedDays)
    expect(signIns.at(-1)).toEqual({ day: today?.day, count: (before.at(-1)?.count ?? 0) + 2 })
    expect(signIns[0]?.count).toBe((before[0]?.count ?? 0) + 1)
    expect(signIns.slice(1, -1)).toEqual(before.slice(1, -1))
    for (const days of [7, 90])
      expect((await readDashboard(contextOn(db), { days })).signIns.slice(-7)).toEqual(signIns.slice(-7))
  }),
)

test(
  'the latest actions are those of administrators, latest first, with all details of the history',
  rolledBack(async (db) => {
    const admin = { id: await addUser(db, { email: 'acting@example.com' }), name: 'Acting' }
    const subject = { id: await addUser(db, { email: 'subject@example.com' }), name: 'Subject' }
    await recordAudit(contextOn(db, admin), { action: 'user-banned', subject, reason: 'spam' })
    await recordAudit(contextOn(db, subject), { action: 'signed-in' })
    const changed = { before: { name: 'Subject' }, after: { name: 'Renamed' } }
    await recordAudit(contextOn(db, admin), { action: 'user-updated', subject, ...changed })
    await recordAudit(contextOn(db, admin), { action: 'name-changed' })
    const [kept, gone] = await db
      .insert(repository)
      .values([
        { name: 'one that is here', link: 'https://a.example' },
        { name: 'one that is gone', link: 'https://a.example', deletedAt: daysAgo(0) },
      ])
      .returning({ id: repository.id, name: repository.name })
    for (const subject of [gone, kept])
      if (subject) await recordAudit(contextOn(db, admin), { action: 'repository-created', subject })
    const { latestActions } = await readDashboard(contextOn(db))
    expect(latestActions.slice(0, 4)).toMatchObject([
      { subjectName: 'one that is here', isActorHere: true, isSubjectHere: true },
      { subjectName: 'one that is gone', isActorHere: true, isSubjectHere: false },
      {
        action: 'user-updated',
        actorId: admin.id,
        actorName: 'Acting',
        subjectId: subject.id,
        ...changed,
        reason: null,
        isSubjectHere: true,
      },
      { action: 'user-banned', subjectName: 'Subject', reason: 'spam', before: null, after: null, ipAddress: null },
    ])
    const [newest] = latestActions
    expect(Number.isInteger(newest?.id)).toBe(true)
    expect(new Date(newest?.at ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000)
  }),
)

test(
  'the latest actions have one entry for a bulk job, with what it did, and none for its rows',
  rolledBack(async (db) => {
    const admin = { id: await addUser(db, { email: 'acting@example.com' }), name: 'Acting' }
    const job = {
      kind: 'import-users',
      actorId: admin.id,
      actorName: 'Acting',
      status: 'done',
      total: 3,
      done: 2,
    } as const
    const [made] = await db
      .insert(bulkJob)
      .values({ ...job, input: { fileName: 'big.csv' } })
      .returning({ id: bulkJob.id })
    const id = made?.id ?? ''
    await recordAudit(contextOn(db, admin), { action: 'bulk-job-started', subject: { id, name: 'import-users' } })
    for (const email of ['a@example.com', 'b@example.com']) {
      const subject = { id: await addUser(db, { email }), name: email }
      await recordAudit({ ...contextOn(db, admin), jobId: id }, { action: 'user-created', subject })
    }
    const { latestActions } = await readDashboard(contextOn(db))
    expect(latestActions.filter(({ actorId }) => actorId === admin.id)).toMatchObject([
      { action: 'bulk-job-started', job: { kind: 'import-users', count: 2, fileName: 'big.csv', name: null } },
    ])
  }),
)

test(
  'the dashboard names the subject of a job with a single row',
  rolledBack(async (db) => {
    const admin = { id: await addUser(db, { email: 'single@example.com' }), name: 'Single' }
    const job = { kind: 'user-ban', actorId: admin.id, actorName: 'Single', status: 'done', total: 1, done: 1 } as const
    const [made] = await db.insert(bulkJob).values(job).returning({ id: bulkJob.id })
    const id = made?.id ?? ''
    await db.insert(bulkJobRow).values({ jobId: id, position: 1, subjectName: 'Imported Person' })
    await recordAudit(contextOn(db, admin), { action: 'bulk-job-started', subject: { id, name: 'user-ban' } })
    const { latestActions } = await readDashboard(contextOn(db))
    expect(latestActions.filter(({ actorId }) => actorId === admin.id)).toMatchObject([
      { job: { count: 1, name: 'Imported Person' } },
    ])
  }),
)

test(
  'the latest actions omit changes that members make in their organizations',
  rolledBack(async (db) => {
    const memberOf = { id: await addUser(db, { email: 'in@example.com' }), name: 'Member' }
    const [made] = await db.insert(organization).values({ name: 'Engines' }).returning({ id: organization.id })
    const subject = { id: crypto.randomUUID(), name: 'engine' }
    const change = { action: 'repository-created', subject } as const
    await recordAudit(contextOn(db, memberOf), { ...change, ownerId: made?.id ?? null })
    const ownActions = async () =>
      (await readDashboard(contextOn(db))).latestActions.filter(({ actorId }) => actorId === memberOf.id)
    expect(await ownActions()).toEqual([])
    await recordAudit(contextOn(db, memberOf), { ...change, ownerId: null })
    expect(await ownActions()).toHaveLength(1)
  }),
)
