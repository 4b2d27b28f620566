import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applyWithUndo, startBulkJob, undoBulkJob } from '#bulk/bulk-job.server.ts'
import { registerBulkKinds } from '#bulk/bulk-kind.server.ts'
import { findUndoableJob, getBulkResult } from '#bulk/read-bulk-jobs.server.ts'
import { runBulkJob } from '#bulk/run-bulk-job.server.ts'
import type { Database } from '#db/client.ts'
import { account, historyEvent, invitation, passkey, recoveryCode, repository, session, user } from '#db/schema.ts'
import { withOwnDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { userKinds } from './users.bulk.server.ts'

registerBulkKinds(userKinds)

const BAN = { reason: 'spam', endsAt: '2999-12-31T23:59:59.999Z' }
const NO_FILTER = { searchTerm: '', role: '', status: '' }

test.each([
  ['user-ban', BAN],
  ['user-ban', { reason: 'more', endsAt: null }],
  ['user-ban', { reason: 'no milliseconds', endsAt: '2999-12-31T23:59:59Z' }],
  ['user-unban', {}],
  ['user-role', { role: 'admin' }],
  ['user-role', { role: 'user' }],
  ['user-delete', {}],
])('undoing %s of users with different data restores them exactly', (kind, input) =>
  withOwnDatabase(async (db) => {
    const chief = await addUsersOfAllKinds(db)
    const before = await dumpUserData(db)
    const { id } = await startBulkJob(contextOn(db, chief), { kind, selection: { filter: NO_FILTER }, input })
    await runUntilDone(db, id)
    expect(await dumpUserData(db)).not.toEqual(before)
    await undoBulkJob(contextOn(db, chief), { id })
    await runUntilDone(db, id)
    expect(await dumpUserData(db)).toEqual(before)
    const result = await getBulkResult(contextOn(db, chief), { id })
    expect(result).toMatchObject({ status: 'undone', undoRefused: 0, undone: result.done })
  }),
)

test('the administrator who runs a bulk action on all users keeps their own account and sessions', () =>
  withOwnDatabase(async (db) => {
    const chief = await addUsersOfAllKinds(db)
    for (const [kind, input] of Object.entries({
      'user-ban': BAN,
      'user-end-sessions': {},
      'user-role': { role: 'user' },
      'user-delete': {},
    })) {
      const { id } = await startBulkJob(contextOn(db, chief), { kind, selection: { filter: NO_FILTER }, input })
      await runUntilDone(db, id)
      const { problems } = await getBulkResult(contextOn(db, chief), { id })
      expect(problems).toMatchObject([{ name: 'Chief', code: 'NOT_ON_YOURSELF' }])
    }
    expect(await db.select({ role: user.role, banned: user.banned }).from(user)).toEqual([
      { role: 'admin', banned: false },
    ])
    expect(await db.select().from(session)).toHaveLength(1)
  }))

test('if two administrators delete, ban and demote all users at once, one administrator remains', () =>
  withOwnDatabase(async (db) => {
    const chief = await addUsersOfAllKinds(db)
    const [other] = await db.select({ id: user.id, name: user.name }).from(user).where(eq(user.name, 'Second chief'))
    for (const [kind, input] of [
      ['user-role', { role: 'user' }],
      ['user-ban', BAN],
      ['user-delete', {}],
    ] as const) {
      const started = await Promise.allSettled(
        [chief, other ?? chief].map((actor) =>
          startBulkJob(contextOn(db, actor), { kind, selection: { filter: NO_FILTER }, input }),
        ),
      )
      await Promise.all(
        started.map(async (one) => one.status === 'fulfilled' && (await runUntilDone(db, one.value.id))),
      )
      const administrators = await db
        .select()
        .from(user)
        .where(sql`role = 'admin' and not banned`)
      expect(administrators.length).toBeGreaterThan(0)
    }
  }))

test('undo does not take an address from its new user, and keeps other later changes', () =>
  withOwnDatabase(async (db) => {
    const chief = await addUsersOfAllKinds(db)
    const [one, two] = await db
      .select()
      .from(user)
      .where(sql`role = 'user' and not banned`)
      .limit(2)
    const ids = [one?.id ?? '', two?.id ?? '']
    const { id } = await startBulkJob(contextOn(db, chief), { kind: 'user-delete', selection: { ids }, input: {} })
    await db.insert(user).values({ email: one?.email ?? '' })
    await undoBulkJob(contextOn(db, chief), { id })
    const result = await getBulkResult(contextOn(db, chief), { id })
    expect(result).toMatchObject({ undone: 1, undoRefused: 1, problems: [{ code: 'TAKEN', isOfUndoing: true }] })

    const ban = await applyWithUndo(contextOn(db, chief), { kind: 'user-ban', id: ids[1] ?? '', input: BAN })
    await applyWithUndo(contextOn(db, chief), {
      kind: 'user-ban',
      id: ids[1] ?? '',
      input: { reason: 'mine', endsAt: null },
    })
    await undoBulkJob(contextOn(db, chief), ban)
    expect((await getBulkResult(contextOn(db, chief), ban)).problems).toMatchObject([{ code: 'CHANGED_SINCE' }])
    expect(
      await db
        .select({ reason: user.banReason })
        .from(user)
        .where(eq(user.id, ids[1] ?? '')),
    ).toEqual([{ reason: 'mine' }])
  }))

test('a restored user is without purged data: their sessions and their inviter', () =>
  withOwnDatabase(async (db) => {
    const chief = await addUsersOfAllKinds(db)
    const [one, inviter] = await db
      .select({ id: user.id })
      .from(user)
      .where(sql`role = 'user' and not banned`)
      .limit(2)
    const [userId, invitedById] = [one?.id ?? '', inviter?.id ?? '']
    await db.insert(invitation).values({
      userId,
      language: 'en',
      invitedById,
      mailId: crypto.randomUUID(),
      endsAt: new Date('2999-01-01'),
    })
    const expiresAt = new Date('2999-01-01')
    await db.insert(session).values({ userId, token: userId, expiresAt })
    const job = await applyWithUndo(contextOn(db, chief), { kind: 'user-delete', id: userId, input: null })
    await db.delete(user).where(eq(user.id, invitedById))
    await undoBulkJob(contextOn(db, chief), job)
    expect((await getBulkResult(contextOn(db, chief), job)).problems).toEqual([])
    expect(await db.select({ of: invitation.userId, by: invitation.invitedById }).from(invitation)).toEqual([
      { of: userId, by: null },
    ])
    expect(await db.$count(session, eq(session.userId, userId))).toBe(0)
  }))

test('the undo offer is found by actor and time while the action can be undone', () =>
  withOwnDatabase(async (db) => {
    const chief = await addUsersOfAllKinds(db)
    const [record] = await db.select().from(user).where(eq(user.name, 'Person 1'))
    const subjectId = record?.id ?? ''
    const done = async (kind: string, input: unknown) => {
      const { id } = await applyWithUndo(contextOn(db, chief), { kind, id: subjectId, input })
      // Backdate the finished jobs by a minute, so that no two jobs have the same time.
      await db.execute(sql`
        update bulk_job set created_at = created_at - interval '1 minute', finished_at = finished_at - interval '1 minute'
        where status = 'done'`)
      return id
    }
    const ban = await done('user-ban', BAN)
    const role = await done('user-role', { role: 'admin' })
    const found = async (at: string | null) => findUndoableJob(contextOn(db, chief), { subjectId, at })
    const [made] = await db.execute<{ at: string }>(
      sql`select to_json(created_at)#>>'{}' as at from bulk_job where id = ${ban}`,
    )
    expect(await found(null)).toMatchObject({ id: role, total: 1, label: 'Person 1', canUndo: true })
    expect(await found(new Date(made?.at ?? '').toISOString())).toMatchObject({ id: ban })
    expect(await found('2001-01-01T00:00:00.000Z')).toBeNull()
    await undoBulkJob(contextOn(db, chief), { id: role })
    expect(await found(null)).toMatchObject({ id: ban })
    await db.execute(sql`update bulk_job set undo_until = now() - interval '1 second' where id = ${ban}`)
    expect(await found(null)).toBeNull()
    await expect(undoBulkJob(contextOn(db, chief), { id: ban })).rejects.toThrow('CANNOT_UNDO')
  }))

test('a rejected action on one user leaves no undo', () =>
  withOwnDatabase(async (db) => {
    const chief = await addUsersOfAllKinds(db)
    const banning = applyWithUndo(contextOn(db, chief), { kind: 'user-ban', id: chief.id, input: BAN })
    await expect(banning).rejects.toThrow('NOT_ON_YOURSELF')
    expect(await db.execute(sql`select from bulk_job`)).toHaveLength(0)
  }))

test('the history has an entry for each row, and one for the whole job', () =>
  withOwnDatabase(async (db) => {
    const chief = await addUsersOfAllKinds(db)
    const ids = (
      await db
        .select({ id: user.id })
        .from(user)
        .where(sql`role = 'user' and not banned`)
        .limit(2)
    ).map(({ id }) => id)
    const { id } = await startBulkJob(contextOn(db, chief), { kind: 'user-delete', selection: { ids }, input: {} })
    await undoBulkJob(contextOn(db, chief), { id })
    const events = await db.select().from(historyEvent).orderBy(historyEvent.id)
    expect(events.map(({ action }) => action)).toEqual([
      'bulk-job-started',
      'user-deleted',
      'user-deleted',
      'bulk-job-undone',
      'user-restored',
      'user-restored',
    ])
    expect(events.map(({ jobId }) => jobId)).toEqual([null, id, id, null, id, id])
    expect(new Set(events.map(({ actorName }) => actorName))).toEqual(new Set(['Chief']))
  }))

/** Returns all stored data of users, except sessions, which an undo does not restore. */
async function dumpUserData(db: Database) {
  const tables = ['user', 'account', 'passkey', 'recovery_code', 'repository']
  return Promise.all(
    tables.map(async (table) => {
      const rows = await db.execute(
        sql`select to_jsonb(one) - array['updated_at', 'lost_admin_at'] as row from ${sql.identifier(table)} as one order by id`,
      )
      return rows.map(({ row }) => row)
    }),
  )
}

async function runUntilDone(db: Database, id: string) {
  while (await runBulkJob(db, id, { withBackgroundDb: (work) => work(db) }));
}

/** Adds more users than one batch, with all kinds of bans, roles, names and sign-in methods. @returns an administrator */
async function addUsersOfAllKinds(db: Database) {
  const bans = [
    {},
    { banned: true, banReason: 'old', banExpires: null },
    { banned: true, banReason: 'was', banExpires: new Date('2001-01-01') },
    { banned: true, banReason: 'will', banExpires: new Date('2998-01-01') },
  ]
  const [chief] = await db
    .insert(user)
    .values([
      { email: 'chief@sorts.example', name: 'Chief', role: 'admin' },
      { email: 'second@sorts.example', name: 'Second chief', role: 'admin' },
      ...Array.from({ length: 60 }, (_, row) => ({
        email: `${row}@sorts.example`,
        emailVerified: row % 2 === 0,
        name: row % 3 === 0 ? '' : `Person ${row}`,
        language: row % 5 === 0 ? null : 'ar',
        ...bans[row % bans.length],
      })),
    ])
    .returning({ id: user.id, name: user.name })
  if (!chief) throw new Error('nobody')
  const users = await db.select({ userId: user.id }).from(user)
  const expiresAt = new Date('2999-01-01')
  await db.insert(session).values(users.map(({ userId }) => ({ userId, expiresAt, token: crypto.randomUUID() })))
  const some = users.map((record, row) => ({ ...record, row })).filter(({ row }) => row % 4 === 0)
  await db
    .insert(account)
    .values(some.map(({ userId, row }) => ({ userId, providerId: 'github', accountId: `${row}` })))
  await db.insert(passkey).values(
    some.map(({ userId, row }) => ({
      userId,
      credentialId: `${row}`,
      publicKey: new Uint8Array([0, 255, row]),
      counter: 3,
      transports: ['usb', 'a,b'],
      name: 'Key',
    })),
  )
  await db.insert(recoveryCode).values(some.map(({ userId, row }) => ({ userId, codeHash: `${row}` })))
  await db
    .insert(repository)
    .values(some.map(({ userId, row }) => ({ name: `Of ${row}`, link: 'https://a.example', createdById: userId })))
  return chief
}
