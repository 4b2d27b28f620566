import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { codeRequest, throttle } from '#db/schema.ts'
import { rolledBack, withDatabase } from '#db/test-database.ts'
import { openCodeMail } from '#jobs/queue.server.ts'
import { RequestStore, runInRequest, type RequestContext } from '#request/request-context.server.ts'
import { requestConfirmation, redeemCode, findConfirmation, type Confirmation } from './confirmation.server.ts'

const { triesPerCode, lifetimeMinutes } = appConfig.loginCode

describe('a code that confirms a change', () => {
  test(
    'does so once, together with the change',
    inBrowser(async (db) => {
      const confirmation = someConfirmation()
      const code = await ask(db, confirmation)
      expect(await findConfirmation(db, confirmation)).toMatchObject({ mailState: 'queued' })
      expect(await redeemCode(db, code, confirmation, () => Promise.resolve('done'))).toBe('done')
      expect(await findConfirmation(db, confirmation)).toBeNull()
      await expect(redeemCode(db, code, confirmation, nothing)).rejects.toMatchObject({ code: 'INVALID_OTP' })
    }),
  )

  test(
    'is still good when the change fails, but the try is spent',
    inBrowser(async (db) => {
      const confirmation = someConfirmation()
      const code = await ask(db, confirmation)
      await expect(redeemCode(db, code, confirmation, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
      expect(await redeemCode(db, code, confirmation, () => Promise.resolve('done'))).toBe('done')
      const [row] = await db.select().from(codeRequest).where(eq(codeRequest.sessionId, confirmation.sessionId))
      expect(row?.tries).toBe(2)
    }),
  )

  test(
    'is void after so many wrong tries, and the last of them says so',
    inBrowser(async (db) => {
      const confirmation = someConfirmation()
      const code = await ask(db, confirmation)
      const wrong = code === '000000' ? '000001' : '000000'
      const codes = []
      for (let tries = 1; tries <= triesPerCode; tries += 1)
        codes.push(await redeemCode(db, wrong, confirmation, nothing).catch((error: { code: string }) => error.code))
      expect(codes).toEqual([...Array.from({ length: triesPerCode - 1 }, () => 'INVALID_OTP'), 'TOO_MANY_ATTEMPTS'])
      await expect(redeemCode(db, code, confirmation, nothing)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    }),
  )

  test(
    'runs out by the clock of the database',
    inBrowser(async (db) => {
      const confirmation = someConfirmation()
      const code = await ask(db, confirmation)
      await db
        .update(codeRequest)
        .set({ createdAt: new Date(Date.now() - (lifetimeMinutes * 60 + 1) * 1_000) })
        .where(eq(codeRequest.sessionId, confirmation.sessionId))
      await expect(redeemCode(db, code, confirmation, nothing)).rejects.toMatchObject({ code: 'OTP_EXPIRED' })
    }),
  )

  test.each([
    ['another purpose', { purpose: 're-authenticate' }],
    ['another session', { sessionId: crypto.randomUUID() }],
    ['another address', { email: 'else@confirmation.example' }],
  ] as const)('is nothing for %s', (_name, difference) =>
    inBrowser(async (db) => {
      const confirmation = someConfirmation()
      const code = await ask(db, confirmation)
      await expect(redeemCode(db, code, { ...confirmation, ...difference }, nothing)).rejects.toMatchObject({
        code: 'INVALID_OTP',
      })
      expect(await redeemCode(db, code, confirmation, () => Promise.resolve('done'))).toBe('done')
    })(),
  )

  test(
    'is nothing in another browser',
    rolledBack(async (db) => {
      const confirmation = someConfirmation()
      const code = await runInRequest(someRequest(), () => ask(db, confirmation))
      await expect(
        runInRequest(someRequest(), () => redeemCode(db, code, confirmation, nothing)),
      ).rejects.toMatchObject({ code: 'INVALID_OTP' })
    }),
  )

  test(
    'takes the place of the one before',
    inBrowser(async (db) => {
      const confirmation = someConfirmation()
      const first = await ask(db, confirmation)
      let second = first
      while (second === first) {
        await db.update(codeRequest).set({ createdAt: new Date(Date.now() - 60_000) })
        second = await ask(db, confirmation)
      }
      await expect(redeemCode(db, first, confirmation, nothing)).rejects.toMatchObject({ code: 'INVALID_OTP' })
      expect(await redeemCode(db, second, confirmation, () => Promise.resolve('done'))).toBe('done')
    }),
  )

  test(
    'is in no table in clear',
    inBrowser(async (db) => {
      const confirmation = someConfirmation()
      const code = await ask(db, confirmation)
      const [row] = await db.select().from(codeRequest).where(eq(codeRequest.sessionId, confirmation.sessionId))
      expect(JSON.stringify(row)).not.toContain(code)
      expect(row?.codeHash).toMatch(/^[\w-]{43}$/)
    }),
  )

  test(
    'is asked for within the limits of codes for signing in',
    inBrowser(async (db) => {
      const confirmation = someConfirmation()
      await requestConfirmation(db, confirmation)
      await expect(requestConfirmation(db, { ...confirmation, purpose: 're-authenticate' })).rejects.toMatchObject({
        code: 'TOO_MANY_REQUESTS',
      })
    }),
  )

  test('entered many times at once makes the change once', async () => {
    await withDatabase(async (db) => {
      const request = someRequest()
      const confirmation = someConfirmation()
      const code = await runInRequest(request, () => ask(db, confirmation))
      let changes = 0
      const entered = await Promise.allSettled(
        Array.from({ length: 10 }, () =>
          runInRequest(request, () => redeemCode(db, code, confirmation, () => Promise.resolve((changes += 1)))),
        ),
      )
      expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(changes).toBe(1)
      await db.delete(codeRequest).where(eq(codeRequest.sessionId, confirmation.sessionId))
    })
  })
})

/** Asks for a code and reads it from the queue, as the worker does. */
async function ask(db: Database, confirmation: Confirmation): Promise<string> {
  await db.delete(throttle)
  await requestConfirmation(db, confirmation)
  const jobs = await db.execute<{ payload: { sealedCode: string } }>(
    `select payload from graphile_worker._private_jobs order by id desc limit 1`,
  )
  return openCodeMail(jobs[0]?.payload.sealedCode ?? '').code
}

function inBrowser(check: (db: Database) => Promise<void>): () => Promise<void> {
  return rolledBack((db) => runInRequest(someRequest(), () => check(db)))
}

function someConfirmation(): Confirmation {
  return {
    purpose: 'delete-account',
    sessionId: crypto.randomUUID(),
    email: `${crypto.randomUUID()}@confirmation.example`,
  }
}

function someRequest(): RequestContext {
  return {
    id: 'test',
    address: '198.18.0.1',
    language: 'en',
    nonce: '',
    browserId: crypto.randomUUID(),
    headers: new Headers(),
    cookies: new Map(),
    setCookies: [],
    store: new RequestStore(),
    url: new URL('http://localhost'),
  }
}

function nothing(): Promise<void> {
  return Promise.resolve()
}
