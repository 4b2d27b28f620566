import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { eq, like, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { throttle } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { AppError, type WorkChallenge } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import { createClientChallenge, verifyProof, solvedChallengeField, type SolvedChallenge } from './challenge.server.ts'
import type { CodeClient } from './code-client.server.ts'
import { addKnownBrowser, consumeSend, consumeAttempt } from './code-limits.server.ts'

// Use a separate database, because each request for a code counts for the global rate limit and locks it.
const { rolledBack } = ownDatabase()
const { secondsBetweenSends, freeSends, maxSends, triesPerNetwork } = appConfig.loginCode

describe('requesting a code', () => {
  test(
    'a request for a code right after another is refused, and proof of work does not help',
    rolledBack(async (db) => {
      const client = aClient()
      await consumeSend(db, client)
      const refusal = await refusalOf(consumeSend(db, client))
      expect(refusal?.retryAfterSeconds).toBeGreaterThan(0)
      expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(secondsBetweenSends)
      expect(refusal?.challenge).toBeUndefined()
    }),
  )

  test(
    'requests for codes are limited by address and network, not by browser',
    rolledBack(async (db) => {
      const client = aClient()
      await consumeSend(db, client)
      expect(await refusalOf(consumeSend(db, { ...client, browserKey: 'another' }))).toBeDefined()
      await consumeSend(db, { ...client, browserKey: 'another', ipAddress: '203.0.113.200' })
    }),
  )

  test(
    'requests for codes from one network use up no limit of other networks',
    rolledBack(async (db) => {
      const client = aClient()
      for (let sent = 0; sent < maxSends.perAddressAndNetwork.count; sent += 1) {
        await consumeSend(db, client)
        await forgetPauses(db)
      }
      expect(await refusalOf(consumeSend(db, client))).toEqual({ retryAfterSeconds: expect.any(Number) })
      await consumeSend(db, { ...client, ipAddress: '203.0.113.201' })
    }),
  )

  test(
    'after five codes an hour to an address, proof of work is needed; after ten, requests from any network are refused',
    rolledBack(async (db) => {
      const { addressKey } = aClient()
      const from = (network: number) => aClient({ addressKey, ipAddress: `203.0.${network}.1` })
      for (let sent = 0; sent < freeSends.perAddress.count; sent += 1) await consumeSend(db, from(sent))
      for (let sent = freeSends.perAddress.count; sent < maxSends.perAddress.count; sent += 1)
        await consumeSend(db, from(sent), { solved: await solveChallengeOf(db, from(sent)) })
      const refusal = await refusalOf(consumeSend(db, from(99)))
      expect(refusal?.challenge).toBeUndefined()
      expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(maxSends.perAddress.minutes * 60)
    }),
  )

  test.each([
    ['an IPv4 address', () => '192.0.2.77', '192.0.2.78', freeSends.perNetwork],
    ['a /64', (turn: number) => `2001:db8:1:1::${turn.toString(16)}`, '2001:db8:1:2::1', freeSends.perNetwork],
    ['an IPv4 /24', (turn: number) => `192.0.2.${turn % 250}`, '192.0.3.1', freeSends.perWidestNetwork],
    [
      'a /56',
      (turn: number) => `2001:db8:1:${(turn % 250).toString(16)}::1`,
      '2001:db8:1:1000::1',
      freeSends.perWiderNetwork,
    ],
    [
      'a /48',
      (turn: number) => `2001:db8:1:${(turn % 250).toString(16)}00::1`,
      '2001:db8:2::1',
      freeSends.perWidestNetwork,
    ],
  ])(
    'requests from %s are free up to their limit, then need proof of work; those of its neighbor are unaffected',
    (_name, addressAt, neighbour, { count, minutes }) =>
      rolledBack(async (db) => {
        for (let sent = 0; sent < count; sent += 1) await consumeSend(db, aClient({ ipAddress: addressAt(sent) }))
        const next = aClient({ ipAddress: addressAt(1_000) })
        const refusal = await refusalOf(consumeSend(db, next))
        expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(minutes * 60)
        await consumeSend(db, next, { solved: await solve(refusal?.challenge) })
        await consumeSend(db, aClient({ ipAddress: neighbour }))
      })(),
  )

  test.each(['send:all', 'send:most:all'])('exceeding %s logs an error; proof of work lifts only send:all', (key) =>
    rolledBack(async (db) => {
      const loud = vi.spyOn(log, 'error')
      await consumeSend(db, aClient())
      await db.update(throttle).set({ count: 1_000_000 }).where(eq(throttle.key, key))
      const next = aClient()
      const refusal = await refusalOf(consumeSend(db, next))
      expect(refusal?.retryAfterSeconds).toBeGreaterThan(0)
      expect(loud.mock.calls.map(([{ event }]) => event)).toContain('login.global_limit_reached')
      loud.mockRestore()
      expect(refusal?.challenge !== undefined).toBe(key === 'send:all')
    })(),
  )

  test(
    'a request for a code stores no network in clear text',
    rolledBack(async (db) => {
      await consumeSend(db, aClient({ ipAddress: '192.0.2.99' }))
      expect(JSON.stringify(await db.select().from(throttle))).not.toContain('192.0.2')
    }),
  )
})

describe('a solved challenge', () => {
  test(
    'a solved challenge counts once, only for its address and network, and only unchanged',
    rolledBack(async (db) => {
      const client = aClient()
      await consumeSend(db, aClient({ ipAddress: client.ipAddress }))
      await db.update(throttle).set({ count: 1_000_000 }).where(eq(throttle.key, 'send:all'))
      const work = await solveChallengeOf(db, client)
      const { challenge, solution } = work
      const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } }
      for (const [who, wrong] of [
        [aClient({ ipAddress: client.ipAddress }), work],
        [{ ...client, ipAddress: '203.0.113.77' }, work],
        [client, { challenge: easier, solution }],
        [client, { challenge, solution: { ...solution, derivedKey: 'ab'.repeat(32) } }],
      ] as const)
        expect((await refusalOf(consumeSend(db, who, { solved: wrong })))?.challenge).toBeDefined()

      await consumeSend(db, client, { solved: work })
      await forgetPauses(db)
      expect((await refusalOf(consumeSend(db, client, { solved: work })))?.challenge).toBeDefined()
    }),
  )

  test(
    'a challenge is harder the more codes were already sent for proof of work',
    rolledBack(async (db) => {
      const client = aClient()
      await consumeSend(db, client)
      await db.update(throttle).set({ count: 1_000_000 }).where(eq(throttle.key, 'send:all'))
      const countersAt = async (share: number) => {
        await db
          .update(throttle)
          .set({ count: Math.floor(share * maxSends.overAll.count) })
          .where(eq(throttle.key, 'send:most:all'))
        return (await solveChallengeOf(db, aClient())).solution.counter
      }
      const least = appConfig.loginCode.challenge.hashes / 2
      for (const [share, factor] of [
        [0, 1],
        [0.3, 2],
        [0.6, 4],
        [0.99, 8],
      ] as const) {
        const counter = await countersAt(share)
        expect(counter).toBeGreaterThanOrEqual(least * factor)
        expect(counter).toBeLessThan(2 * least * factor)
      }
    }),
  )

  test('a solution is verified in less than a fiftieth of the time that solving takes', async () => {
    const client = aClient()
    const work = await solve(await createClientChallenge(client, 0))
    // Use the minimum of all rounds, because other work of the process, such as compiling, takes processor time too.
    let checking = Infinity
    for (let round = 0; round < 20; round += 1) {
      const before = process.cpuUsage()
      expect(await verifyProof(client, work)).toBeDefined()
      checking = Math.min(checking, process.cpuUsage(before).user)
    }
    const start = process.cpuUsage()
    await solve(work.challenge)
    expect(checking).toBeLessThan(process.cpuUsage(start).user / 50)
  })
})

describe('a known browser', () => {
  test(
    'a known browser still gets a code if strangers have used up all other limits',
    rolledBack(async (db) => {
      const owner = aClient()
      await addKnownBrowser(db, owner)
      await consumeSend(db, { ...owner, browserKey: 'stranger' })
      expect(await secondsToWait(consumeSend(db, { ...owner, browserKey: 'stranger' }))).toBeGreaterThan(0)
      await db.update(throttle).set({ count: 1_000_000 })
      expect(await secondsToWait(consumeSend(db, owner))).toBe(0)
    }),
  )

  test(
    'a known browser has limits of its own',
    rolledBack(async (db) => {
      const owner = aClient()
      await addKnownBrowser(db, owner)
      await consumeSend(db, owner)
      expect(await secondsToWait(consumeSend(db, owner))).toBeGreaterThan(0)
    }),
  )

  test(
    'a browser is known only for the address that has signed in with it',
    rolledBack(async (db) => {
      const owner = aClient()
      await addKnownBrowser(db, owner)
      const other = { ...aClient(), browserKey: owner.browserKey }
      await consumeSend(db, { ...other, browserKey: 'stranger' })
      expect(await secondsToWait(consumeSend(db, other))).toBeGreaterThan(0)
    }),
  )

  test(
    'a known browser can be remembered repeatedly',
    rolledBack(async (db) => {
      const owner = aClient()
      await addKnownBrowser(db, owner)
      await db.execute(sql`update known_browser set last_sign_in_at = now() - interval '300 days'`)
      await addKnownBrowser(db, owner)
      const isNew = sql`select last_sign_in_at > now() - interval '1 day' as is_new from known_browser`
      expect([...(await db.execute(isNew))]).toEqual([{ is_new: true }])
    }),
  )
})

describe('entering a code', () => {
  test(
    'attempts to enter a code are limited for a network, across all addresses',
    rolledBack(async (db) => {
      for (let tried = 0; tried < triesPerNetwork.count; tried += 1)
        await consumeAttempt(db, aClient({ ipAddress: '192.0.2.5' }))
      const seconds = await secondsToWait(consumeAttempt(db, aClient({ ipAddress: '192.0.2.5' })))
      expect(seconds).toBeLessThanOrEqual(triesPerNetwork.minutes * 60)
      expect(await secondsToWait(consumeAttempt(db, aClient({ ipAddress: '192.0.2.6' })))).toBe(0)
    }),
  )

  test(
    'attempts to enter a code in a known browser have a separate limit',
    rolledBack(async (db) => {
      const owner = aClient({ ipAddress: '192.0.2.7' })
      await addKnownBrowser(db, owner)
      await consumeAttempt(db, aClient({ ipAddress: '192.0.2.7' }))
      await db.update(throttle).set({ count: 1_000_000 }).where(like(throttle.key, 'try:network:%'))
      expect(await secondsToWait(consumeAttempt(db, aClient({ ipAddress: '192.0.2.7' })))).toBeGreaterThan(0)
      for (let tried = 0; tried < triesPerNetwork.count; tried += 1) await consumeAttempt(db, owner)
      expect(await secondsToWait(consumeAttempt(db, owner))).toBeGreaterThan(0)
    }),
  )
})

let made = 0

/** Creates a client that has not requested a code yet. */
function aClient(known: Partial<CodeClient> = {}): CodeClient {
  made += 1
  return {
    addressKey: `address-${made}`,
    browserKey: `browser-${made}`,
    ipAddress: `198.51.${made % 250}.${Math.ceil(made / 250)}`,
    ...known,
  }
}

/** Returns the details of a refusal; undefined if allowed. */
async function refusalOf(work: Promise<void>) {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return error.details
    throw error
  }
}

const secondsToWait = async (work: Promise<void>) => (await refusalOf(work))?.retryAfterSeconds ?? 0

/** Makes a request that is refused, and solves the challenge of the refusal. */
async function solveChallengeOf(db: Database, client: CodeClient): Promise<SolvedChallenge> {
  return solve((await refusalOf(consumeSend(db, client)))?.challenge)
}

async function solve(challenge: WorkChallenge | undefined): Promise<SolvedChallenge> {
  if (!challenge) throw new Error('there is nothing to solve')
  const solution = await solveChallenge({ challenge, deriveKey })
  return solvedChallengeField.parse(JSON.parse(JSON.stringify({ challenge, solution })))
}

async function forgetPauses(db: Database) {
  await db.delete(throttle).where(like(throttle.key, 'send:pause:%'))
}
