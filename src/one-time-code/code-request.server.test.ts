import { eq, sql, type SQL } from 'drizzle-orm'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { codeRequest, throttle } from '#db/schema.ts'
import { rolledBack, withDatabase } from '#db/test-database.ts'
import { CODE_PURPOSES, type CodePurpose } from '#lib/code-purpose.ts'
import { runInRequest } from '#request/request-context.server.ts'
import { addressKey } from './code-client.server.ts'
import { findCodeRequestState, redeemCode, requestCode, setMailState, type CodeUse } from './code-request.server.ts'
import { requestCodeAndReadIt, contextOn } from './test-codes.server.ts'
import { requestOfNewBrowser } from '#request/test-request.server.ts'

const { triesPerCode, lifetimeMinutes, secondsBetweenSends } = appConfig.loginCode

describe.each(CODE_PURPOSES)('a code to %s', (purpose) => {
  test(
    'a code runs its action once, in the same transaction',
    inBrowser(async (db) => {
      const use = someUse(purpose)
      const code = await requestCodeAndReadIt(db, use)
      expect(await findCodeRequestState(contextOn(db), use)).toMatchObject({ mailState: 'queued' })
      expect(await redeemCode(contextOn(db), use, code, done)).toBe('done')
      expect(await findCodeRequestState(contextOn(db), use)).toBeNull()
      await expect(redeemCode(contextOn(db), use, code, done)).rejects.toMatchObject({ code: 'INVALID_OTP' })
    }),
  )

  test(
    'a code is still valid if its action fails, but the attempt counts',
    inBrowser(async (db) => {
      const use = someUse(purpose)
      const code = await requestCodeAndReadIt(db, use)
      await expect(redeemCode(contextOn(db), use, code, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
      expect(await redeemCode(contextOn(db), use, code, done)).toBe('done')
      expect(await rowOf(db, use)).toMatchObject({ tries: 2 })
    }),
  )

  test(
    'a code is void after the maximum of wrong attempts, and the response to the last one reports this',
    inBrowser(async (db) => {
      const use = someUse(purpose)
      const code = await requestCodeAndReadIt(db, use)
      await expect(requestCode(contextOn(db), use)).rejects.toMatchObject({ details: { hasUnusedCode: true } })
      const told = []
      for (let tries = 1; tries <= triesPerCode; tries += 1)
        told.push(await redeemCode(contextOn(db), use, otherThan(code), done).catch(codeOf))
      expect(await findCodeRequestState(contextOn(db), use)).toMatchObject({ isVoid: true, secondsOfLife: 0 })
      expect(told).toEqual([...Array.from({ length: triesPerCode - 1 }, () => 'INVALID_OTP'), 'TOO_MANY_ATTEMPTS'])
      await expect(requestCode(contextOn(db), use)).rejects.toMatchObject({ details: { hasUnusedCode: true } })
      await expect(redeemCode(contextOn(db), use, code, done)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    }),
  )

  test(
    'a code is valid until it expires by the database’s clock, even if that is set back an hour',
    inBrowser(async (db) => {
      const use = someUse(purpose)
      const code = await requestCodeAndReadIt(db, use)
      await backdateCode(db, use, lifetimeMinutes * 60 + 1)
      await expect(redeemCode(contextOn(db), use, code, done)).rejects.toMatchObject({ code: 'OTP_EXPIRED' })
      await backdateCode(db, use, lifetimeMinutes * 60 - 1)
      expect(await redeemCode(contextOn(db), use, code, done)).toBe('done')
      await backdateCode(db, use, -3_600)
      expect(await redeemCode(contextOn(db), use, await requestCodeAndReadIt(db, use), done)).toBe('done')
    }),
  )

  test(
    'a code is invalid for another purpose or address',
    inBrowser(async (db) => {
      const use = someUse(purpose)
      const code = await requestCodeAndReadIt(db, use)
      const others = CODE_PURPOSES.filter((other) => other !== purpose).map((other) => ({
        ...someUse(other),
        email: use.email,
      }))
      for (const other of [...others, { ...use, email: 'else@codes.example' }])
        expect(await redeemCode(contextOn(db), other, code, done).catch(codeOf)).toBe('INVALID_OTP')
      expect(await redeemCode(contextOn(db), use, code, done)).toBe('done')
    }),
  )

  test(
    'a code is invalid in another browser, which can neither see it nor spend its attempts',
    rolledBack(async (db) => {
      const [own, other] = [requestOfNewBrowser(), requestOfNewBrowser()]
      const use = someUse(purpose)
      const code = await runInRequest(own, () => requestCodeAndReadIt(db, use))
      for (let tries = 0; tries <= triesPerCode; tries += 1)
        expect(await runInRequest(other, () => redeemCode(contextOn(db), use, code, done).catch(codeOf))).toBe(
          'INVALID_OTP',
        )
      expect(await runInRequest(other, () => findCodeRequestState(contextOn(db), use))).toBeNull()
      expect(await runInRequest(own, () => redeemCode(contextOn(db), use, code, done))).toBe('done')
    }),
  )

  test(
    'a new code replaces the previous code, with new attempts',
    inBrowser(async (db) => {
      const use = someUse(purpose)
      const first = await requestCodeAndReadIt(db, use)
      for (let tries = 0; tries < triesPerCode; tries += 1)
        await redeemCode(contextOn(db), use, 'wrong', done).catch(codeOf)
      let second = first
      while (second === first) {
        await backdateCode(db, use, 60)
        second = await requestCodeAndReadIt(db, use)
      }
      await expect(redeemCode(contextOn(db), use, first, done)).rejects.toMatchObject({ code: 'INVALID_OTP' })
      expect(await redeemCode(contextOn(db), use, second, done)).toBe('done')
    }),
  )

  test(
    'a code is not stored in clear text',
    inBrowser(async (db) => {
      const use = someUse(purpose)
      const code = await requestCodeAndReadIt(db, use)
      const row = await rowOf(db, use)
      expect(JSON.stringify(row)).not.toContain(code)
      expect(row?.codeHash).toMatch(/^[\w-]{43}$/)
    }),
  )

  test('a code runs its action once if entered many times at once, together with wrong codes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 2, maxLength: 12 }), async (rights) => {
        await withCode(purpose, async (db, use, code) => {
          let changes = 0
          const entered = await Promise.all(
            rights.map((isRight) =>
              redeemCode(contextOn(db), use, isRight ? code : otherThan(code), () =>
                Promise.resolve((changes += 1)),
              ).catch(codeOf),
            ),
          )
          expect(entered.filter((answer) => answer === 1)).toHaveLength(changes)
          // Only `triesPerCode` attempts are checked. With fewer wrong codes than that, a right code is among the checked ones.
          const wrongs = rights.filter((isRight) => !isRight).length
          const fewest = rights.includes(true) && wrongs < triesPerCode ? 1 : 0
          expect(changes).toBeGreaterThanOrEqual(fewest)
          expect(changes).toBeLessThanOrEqual(1)
        })
      }),
      { numRuns: 12 },
    )
  })

  test('a code is checked at most three times, even if many wrong codes are entered at once', async () => {
    await withCode(purpose, async (db, use, code) => {
      const told = await Promise.all(
        Array.from({ length: 20 }, () => redeemCode(contextOn(db), use, otherThan(code), done).catch(codeOf)),
      )
      expect(told.filter((answer) => answer === 'INVALID_OTP')).toHaveLength(triesPerCode - 1)
      expect(told.filter((answer) => answer === 'TOO_MANY_ATTEMPTS')).toHaveLength(20 - triesPerCode + 1)
      expect(await rowOf(db, use)).toMatchObject({ tries: triesPerCode + 1, usedAt: null })
    })
  })
})

test(
  'a code for one session is invalid in another session of the same browser',
  inBrowser(async (db) => {
    const use = someUse('delete-account')
    const code = await requestCodeAndReadIt(db, use)
    const elsewhere = { ...use, sessionId: crypto.randomUUID() } as CodeUse
    await expect(redeemCode(contextOn(db), elsewhere, code, done)).rejects.toMatchObject({ code: 'INVALID_OTP' })
  }),
)

test(
  'codes for all purposes share the rate limits of an address',
  inBrowser(async (db) => {
    const { email } = someUse('sign-in')
    await requestCode(contextOn(db), { ...someUse('sign-in'), email })
    for (const purpose of CODE_PURPOSES)
      await expect(requestCode(contextOn(db), { ...someUse(purpose), email })).rejects.toMatchObject({
        code: 'TOO_MANY_REQUESTS',
      })
  }),
)

test(
  'a code that an older release stored without a hash is refused',
  inBrowser(async (db) => {
    const use = someUse('sign-in')
    await requestCodeAndReadIt(db, use)
    await db
      .update(codeRequest)
      .set({ codeHash: null })
      .where(eq(codeRequest.addressKey, addressKey(use.email)))
    for (const code of ['', 'null', '000000'])
      expect(await redeemCode(contextOn(db), use, code, done).catch(codeOf)).not.toBe('done')
  }),
)

describe('the state of a code request', () => {
  test(
    'the state of a code has the state of its email, its remaining lifetime, and the wait before the next code',
    inBrowser(async (db) => {
      const use = someUse('sign-in')
      await requestCodeAndReadIt(db, use)
      // Times are rounded to milliseconds, so the request's time might be in the future.
      await backdateCode(db, use, 0.5)
      expect(await findCodeRequestState(contextOn(db), use)).toMatchObject({
        mailState: 'queued',
        secondsOfLife: lifetimeMinutes * 60,
        secondsUntilNextSend: secondsBetweenSends,
      })
    }),
  )

  test(
    'the state of a code counts down to zero, not below',
    inBrowser(async (db) => {
      const use = someUse('sign-in')
      await requestCodeAndReadIt(db, use)
      await backdateCode(db, use, 100.5)
      expect(await findCodeRequestState(contextOn(db), use)).toMatchObject({
        secondsOfLife: lifetimeMinutes * 60 - 100,
        secondsUntilNextSend: 0,
      })
      await backdateCode(db, use, 86_400)
      expect(await findCodeRequestState(contextOn(db), use)).toMatchObject({
        secondsOfLife: 0,
        secondsUntilNextSend: 0,
      })
    }),
  )

  test(
    'the state of a code request is that of the newest one',
    inBrowser(async (db) => {
      const use = someUse('sign-in')
      await requestCodeAndReadIt(db, use)
      await backdateCode(db, use, 60)
      await setMailState(db, (await rowOf(db, use))?.id ?? '', 'failed')
      expect(await findCodeRequestState(contextOn(db), use)).toMatchObject({ mailState: 'failed' })
      await requestCodeAndReadIt(db, use)
      expect(await findCodeRequestState(contextOn(db), use)).toMatchObject({ mailState: 'queued' })
    }),
  )
})

/** Runs a test with several connections: creates a code, and afterwards deletes all its rows. */
async function withCode(purpose: CodePurpose, check: (db: Database, use: CodeUse, code: string) => Promise<void>) {
  await withDatabase(async (db) => {
    const use = someUse(purpose)
    await runInRequest(requestOfNewBrowser(), async () => {
      const code = await requestCodeAndReadIt(db, use)
      await check(db, use, code)
    })
    await db.delete(codeRequest).where(eq(codeRequest.addressKey, addressKey(use.email)))
    await db.delete(throttle)
  })
}

function inBrowser(check: (db: Database) => Promise<void>): () => Promise<void> {
  return rolledBack((db) => runInRequest(requestOfNewBrowser(), () => check(db)))
}

function someUse(purpose: CodePurpose): CodeUse {
  const email = `${crypto.randomUUID()}@codes.example`
  return purpose === 'sign-in'
    ? { purpose, email, sessionId: null }
    : { purpose, email, sessionId: crypto.randomUUID() }
}

async function rowOf(db: Database, { email }: CodeUse) {
  const [row] = await db
    .select()
    .from(codeRequest)
    .where(eq(codeRequest.addressKey, addressKey(email)))
  return row
}

function backdateCode(db: Database, { email }: CodeUse, seconds: number) {
  return db
    .update(codeRequest)
    .set({ createdAt: ago(seconds) })
    .where(eq(codeRequest.addressKey, addressKey(email)))
}

function ago(seconds: number): SQL {
  return sql`now() - make_interval(secs => ${seconds})`
}

function otherThan(code: string): string {
  return code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))
}

function codeOf(error: { code: string }): string {
  return error.code
}

const done = () => Promise.resolve('done')
