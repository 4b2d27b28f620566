import { createHook } from 'node:async_hooks'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { SessionContext } from '#auth/current-session.server.ts'
import type { Database } from '#db/client.ts'
import { recoveryCode, session, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { makeRecoveryCodes, redeemRecoveryCode } from './recovery-codes.server.ts'

test(
  'at most two recovery codes are hashed at once, for any number of users, and each code works once',
  rolledBack(async (db) => {
    const [one, other] = [await signedIn(db), await signedIn(db)]
    const hashes = countHashes()
    const [codes] = await Promise.all([makeRecoveryCodes(one), makeRecoveryCodes(other)])
    hashes.stop()
    expect(codes).toHaveLength(appConfig.recoveryCodes.count)
    expect(hashes.most()).toBe(2)
    expect(await db.$count(recoveryCode, eq(recoveryCode.userId, one.session.viewer.id))).toBe(codes.length)
    const code = codes[0] ?? ''
    await redeemRecoveryCode(one, { code })
    await expect(redeemRecoveryCode(one, { code })).rejects.toMatchObject({ code: 'WRONG_RECOVERY_CODE' })
    await expect(redeemRecoveryCode(other, { code })).rejects.toMatchObject({ code: 'WRONG_RECOVERY_CODE' })
  }),
)

/** Counts the hashes that run at the same time, and keeps the highest number. */
function countHashes() {
  const underWay = new Set<number>()
  let most = 0
  const hook = createHook({
    init(id, type) {
      if (type === 'SCRYPTREQUEST') most = Math.max(most, underWay.add(id).size)
    },
    before: (id) => void underWay.delete(id),
  }).enable()
  return { stop: () => hook.disable(), most: () => most }
}

async function signedIn(db: Database): Promise<SessionContext> {
  const email = `${crypto.randomUUID()}@recovery.example`
  const [record] = await db.insert(user).values({ email, name: 'Ada', role: 'admin' }).returning({ id: user.id })
  const id = record?.id ?? ''
  const [own] = await db
    .insert(session)
    .values({ userId: id, token: email, expiresAt: sql`now() + interval '1 day'` })
    .returning({ id: session.id })
  return {
    ...contextOn(db, { id, name: 'Ada' }),
    session: { id: own?.id, viewer: { id } },
    request: { signal: new AbortController().signal },
  } as unknown as SessionContext
}
