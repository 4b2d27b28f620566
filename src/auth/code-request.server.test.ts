import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { codeRequest } from '#db/schema.ts'
import { rolledBack, withDatabase } from '#db/test-database.ts'
import { RequestStore, runInRequest, type RequestContext } from '#request/request-context.server.ts'
import type { CodeRequester } from './code-limits.server.ts'
import {
  addressKey,
  requesterOf,
  startCodeRequest,
  boundToCodeRequest,
  claimAttempt,
  closeCodeRequest,
  findCodeRequestState,
} from './code-request.server.ts'

const { lifetimeMinutes, triesPerCode, secondsBetweenSends } = appConfig.loginCode
const REQUESTER: CodeRequester = { addressKey: 'address-of-requests', browserKey: 'browser', ipAddress: '192.0.2.1' }
const OTHER_BROWSER: CodeRequester = { ...REQUESTER, browserKey: 'another browser' }

describe('a try at a code', () => {
  test(
    'is counted, and refused after the last one',
    rolledBack(async (db) => {
      await ask(db)
      for (let left = triesPerCode - 1; left >= 0; left -= 1)
        expect(await claimAttempt(db, REQUESTER)).toMatchObject({ triesLeft: left })
      await expect(claimAttempt(db, REQUESTER)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    }),
  )

  test(
    'is for the newest code',
    rolledBack(async (db) => {
      await ask(db, { secondsAgo: 60, tries: triesPerCode })
      await ask(db)
      expect(await claimAttempt(db, REQUESTER)).toMatchObject({ triesLeft: triesPerCode - 1 })
    }),
  )

  test(
    'from another browser or for another address counts for nothing',
    rolledBack(async (db) => {
      await ask(db)
      expect(await claimAttempt(db, OTHER_BROWSER)).toBeNull()
      expect(await claimAttempt(db, { ...REQUESTER, addressKey: 'another address' })).toBeNull()
      expect(await claimAttempt(db, REQUESTER)).toMatchObject({ triesLeft: triesPerCode - 1 })
    }),
  )

  test(
    'at a code that was used opens nothing',
    rolledBack(async (db) => {
      await closeCodeRequest(db, await ask(db))
      expect(await claimAttempt(db, REQUESTER)).toBeNull()
    }),
  )

  test(
    'is taken until the code has run out, by the clock of the database',
    rolledBack(async (db) => {
      await ask(db, { secondsAgo: lifetimeMinutes * 60 - 1 })
      expect(await claimAttempt(db, REQUESTER)).toMatchObject({ triesLeft: triesPerCode - 1 })
      await db
        .update(codeRequest)
        .set({ createdAt: ago(lifetimeMinutes * 60 + 1) })
        .where(eq(codeRequest.addressKey, REQUESTER.addressKey))
      await expect(claimAttempt(db, REQUESTER)).rejects.toMatchObject({ code: 'OTP_EXPIRED' })
    }),
  )

  test('made many times at once is granted as often as a code allows, and not once more', async () => {
    await withDatabase(async (db) => {
      const requester = { ...REQUESTER, addressKey: `race-${crypto.randomUUID()}` }
      await ask(db, {}, requester)
      const claims = await Promise.allSettled(Array.from({ length: 20 }, () => claimAttempt(db, requester)))
      const granted = claims.flatMap((claim) =>
        claim.status === 'fulfilled' && claim.value ? [claim.value.triesLeft] : [],
      )
      expect(granted.sort((one, other) => one - other)).toEqual(Array.from({ length: triesPerCode }, (_, left) => left))
      await db.delete(codeRequest).where(eq(codeRequest.addressKey, requester.addressKey))
    })
  })
})

describe('what the verify page shows', () => {
  test(
    'is the state of the mail, the life of the code, and the pause before the next',
    rolledBack(async (db) => {
      // Moments are kept to the millisecond, so this very one may lie ahead.
      await ask(db, { secondsAgo: 0.5 })
      expect(await findCodeRequestState(db, REQUESTER)).toEqual({
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
      expect(await findCodeRequestState(db, REQUESTER)).toMatchObject({ secondsOfLife: 200, secondsUntilNextSend: 0 })
      await db
        .update(codeRequest)
        .set({ createdAt: ago(86_400) })
        .where(eq(codeRequest.addressKey, REQUESTER.addressKey))
      expect(await findCodeRequestState(db, REQUESTER)).toMatchObject({ secondsOfLife: 0, secondsUntilNextSend: 0 })
    }),
  )

  test(
    'is the newest code request',
    rolledBack(async (db) => {
      await ask(db, { secondsAgo: 60, mailState: 'failed' })
      await ask(db, { mailState: 'sent' })
      expect(await findCodeRequestState(db, REQUESTER)).toMatchObject({ mailState: 'sent' })
    }),
  )

  test(
    'is nothing to another browser, and nothing once the code was used',
    rolledBack(async (db) => {
      const requested = await ask(db)
      expect(await findCodeRequestState(db, OTHER_BROWSER)).toBeNull()
      await closeCodeRequest(db, requested)
      expect(await findCodeRequestState(db, REQUESTER)).toBeNull()
    }),
  )
})

describe('who asks', () => {
  test('is known by keyed hashes, in which no address can be read', () => {
    const requester = requesterOf(aRequest({ browserId: 'b' }), 'ada@example.com')
    expect(requester).toMatchObject({ addressKey: addressKey('ada@example.com'), ipAddress: '192.0.2.9' })
    expect(JSON.stringify(requester)).not.toMatch(/ada|example/)
    expect(addressKey('eve@example.com')).not.toBe(requester.addressKey)
  })

  test('is given an identity with the first code request, and keeps it', () => {
    const request = aRequest({})
    const first = requesterOf(request, 'ada@example.com')
    expect(request.browserId).toMatch(/^[0-9a-f-]{36}$/)
    expect(requesterOf(request, 'ada@example.com')).toEqual(first)
    expect(requesterOf(aRequest({}), 'ada@example.com').browserKey).not.toBe(first.browserKey)
  })

  test('finds a code only through the code request it was made for', () => {
    const [first, second] = [aRequest({}), aRequest({})]
    startCodeRequest(first)
    startCodeRequest(second)
    const kept = runInRequest(first, () => boundToCodeRequest('sign-in-otp-ada@example.com'))
    expect(runInRequest(first, () => boundToCodeRequest('sign-in-otp-ada@example.com'))).toBe(kept)
    expect(runInRequest(second, () => boundToCodeRequest('sign-in-otp-ada@example.com'))).not.toBe(kept)
    expect(runInRequest(first, () => boundToCodeRequest('sign-in-otp-eve@example.com'))).not.toBe(kept)
    expect(boundToCodeRequest('sign-in-otp-ada@example.com')).not.toBe(kept)
    expect(kept).not.toContain('ada')
  })
})

async function ask(
  db: Database,
  { secondsAgo = 0, ...values }: { secondsAgo?: number; tries?: number; mailState?: 'failed' | 'sent' } = {},
  { addressKey, browserKey }: CodeRequester = REQUESTER,
) {
  const id = crypto.randomUUID()
  await db.insert(codeRequest).values({ id, addressKey, browserKey, createdAt: ago(secondsAgo), ...values })
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
    store: new RequestStore(),
    url: new URL('http://localhost'),
    ...known,
  }
}
