import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { loginRequest } from '#db/schema.ts'
import { rolledBack, withDatabase } from '#db/test-database.ts'
import { runInRequest, type RequestContext } from '#lib/request-context.server.ts'
import type { Asker } from './login-limits.server.ts'
import {
  addressKey,
  askerOf,
  beginAsking,
  boundToAsking,
  claimTry,
  closeLoginRequest,
  findLoginRequest,
} from './login-request.server.ts'

const { lifetimeMinutes, triesPerCode, secondsBetweenSends } = appConfig.loginCode
const ASKER: Asker = { addressKey: 'address-of-requests', browserKey: 'browser', ipAddress: '192.0.2.1' }
const OTHER_BROWSER: Asker = { ...ASKER, browserKey: 'another browser' }

describe('a try at a code', () => {
  test(
    'is counted, and refused after the last one',
    rolledBack(async (db) => {
      await ask(db)
      for (let left = triesPerCode - 1; left >= 0; left -= 1)
        expect(await claimTry(db, ASKER)).toMatchObject({ triesLeft: left })
      await expect(claimTry(db, ASKER)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    }),
  )

  test(
    'is for the newest code',
    rolledBack(async (db) => {
      await ask(db, { secondsAgo: 60, tries: triesPerCode })
      await ask(db)
      expect(await claimTry(db, ASKER)).toMatchObject({ triesLeft: triesPerCode - 1 })
    }),
  )

  test(
    'from another browser or for another address counts for nothing',
    rolledBack(async (db) => {
      await ask(db)
      expect(await claimTry(db, OTHER_BROWSER)).toBeNull()
      expect(await claimTry(db, { ...ASKER, addressKey: 'another address' })).toBeNull()
      expect(await claimTry(db, ASKER)).toMatchObject({ triesLeft: triesPerCode - 1 })
    }),
  )

  test(
    'at a code that was used opens nothing',
    rolledBack(async (db) => {
      await closeLoginRequest(db, await ask(db))
      expect(await claimTry(db, ASKER)).toBeNull()
    }),
  )

  test(
    'is taken until the code has run out, by the clock of the database',
    rolledBack(async (db) => {
      await ask(db, { secondsAgo: lifetimeMinutes * 60 - 1 })
      expect(await claimTry(db, ASKER)).toMatchObject({ triesLeft: triesPerCode - 1 })
      await db
        .update(loginRequest)
        .set({ createdAt: ago(lifetimeMinutes * 60 + 1) })
        .where(eq(loginRequest.addressKey, ASKER.addressKey))
      await expect(claimTry(db, ASKER)).rejects.toMatchObject({ code: 'OTP_EXPIRED' })
    }),
  )

  test('made many times at once is granted as often as a code allows, and not once more', async () => {
    await withDatabase(async (db) => {
      const asker = { ...ASKER, addressKey: `race-${crypto.randomUUID()}` }
      await ask(db, {}, asker)
      const claims = await Promise.allSettled(Array.from({ length: 20 }, () => claimTry(db, asker)))
      const granted = claims.flatMap((claim) =>
        claim.status === 'fulfilled' && claim.value ? [claim.value.triesLeft] : [],
      )
      expect(granted.sort((one, other) => one - other)).toEqual(Array.from({ length: triesPerCode }, (_, left) => left))
      await db.delete(loginRequest).where(eq(loginRequest.addressKey, asker.addressKey))
    })
  })
})

describe('what the verify page shows', () => {
  test(
    'is the state of the mail, the life of the code, and the pause before the next',
    rolledBack(async (db) => {
      // Moments are kept to the millisecond, so this very one may lie ahead.
      await ask(db, { secondsAgo: 0.5 })
      expect(await findLoginRequest(db, ASKER)).toEqual({
        mailState: 'queued',
        secondsOfLife: lifetimeMinutes * 60,
        secondsUntilNextSend: secondsBetweenSends,
      })
    }),
  )

  test(
    'counts down to nothing, and not below',
    rolledBack(async (db) => {
      await ask(db, { secondsAgo: 100.5 })
      expect(await findLoginRequest(db, ASKER)).toMatchObject({ secondsOfLife: 200, secondsUntilNextSend: 0 })
      await db
        .update(loginRequest)
        .set({ createdAt: ago(86_400) })
        .where(eq(loginRequest.addressKey, ASKER.addressKey))
      expect(await findLoginRequest(db, ASKER)).toMatchObject({ secondsOfLife: 0, secondsUntilNextSend: 0 })
    }),
  )

  test(
    'is the newest asking',
    rolledBack(async (db) => {
      await ask(db, { secondsAgo: 60, mailState: 'failed' })
      await ask(db, { mailState: 'sent' })
      expect(await findLoginRequest(db, ASKER)).toMatchObject({ mailState: 'sent' })
    }),
  )

  test(
    'is nothing to another browser, and nothing once the code was used',
    rolledBack(async (db) => {
      const asking = await ask(db)
      expect(await findLoginRequest(db, OTHER_BROWSER)).toBeNull()
      await closeLoginRequest(db, asking)
      expect(await findLoginRequest(db, ASKER)).toBeNull()
    }),
  )
})

describe('who asks', () => {
  test('is known by keyed hashes, in which no address can be read', () => {
    const asker = askerOf(aRequest({ browserId: 'b' }), 'ada@example.com')
    expect(asker).toMatchObject({ addressKey: addressKey('ada@example.com'), ipAddress: '192.0.2.9' })
    expect(JSON.stringify(asker)).not.toMatch(/ada|example/)
    expect(addressKey('eve@example.com')).not.toBe(asker.addressKey)
  })

  test('is given an identity with the first asking, and keeps it', () => {
    const request = aRequest({})
    const first = askerOf(request, 'ada@example.com')
    expect(request.browserId).toMatch(/^[0-9a-f-]{36}$/)
    expect(askerOf(request, 'ada@example.com')).toEqual(first)
    expect(askerOf(aRequest({}), 'ada@example.com').browserKey).not.toBe(first.browserKey)
  })

  test('finds a code only through the asking it was made for', () => {
    const [first, second] = [aRequest({}), aRequest({})]
    beginAsking(first)
    beginAsking(second)
    const kept = runInRequest(first, () => boundToAsking('sign-in-otp-ada@example.com'))
    expect(runInRequest(first, () => boundToAsking('sign-in-otp-ada@example.com'))).toBe(kept)
    expect(runInRequest(second, () => boundToAsking('sign-in-otp-ada@example.com'))).not.toBe(kept)
    expect(runInRequest(first, () => boundToAsking('sign-in-otp-eve@example.com'))).not.toBe(kept)
    expect(boundToAsking('sign-in-otp-ada@example.com')).not.toBe(kept)
    expect(kept).not.toContain('ada')
  })
})

async function ask(
  db: Database,
  { secondsAgo = 0, ...values }: { secondsAgo?: number; tries?: number; mailState?: 'failed' | 'sent' } = {},
  { addressKey, browserKey }: Asker = ASKER,
) {
  const id = crypto.randomUUID()
  await db.insert(loginRequest).values({ id, addressKey, browserKey, createdAt: ago(secondsAgo), ...values })
  return id
}

function ago(seconds: number) {
  return sql`now() - make_interval(secs => ${seconds})`
}

function aRequest(known: Partial<RequestContext>): RequestContext {
  return {
    id: 'request',
    address: '192.0.2.9',
    language: 'en',
    nonce: 'nonce',
    browserId: undefined,
    headers: new Headers(),
    cookies: new Map(),
    setCookies: [],
    memory: new Map(),
    ...known,
  }
}
