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
import { challengeFor, paidBy, workField, type SolvedChallenge } from './challenge.server.ts'
import { rememberBrowser, spendSend, spendAttempt } from './code-limits.server.ts'
import type { CodeRequester } from './code-requester.server.ts'

// Whoever asks for a code counts for the limit over all of them, and waits for others who do.
const { rolledBack } = ownDatabase()
const { secondsBetweenSends, freeSends, mostSends, triesPerNetwork } = appConfig.loginCode

describe('asking for a code', () => {
  test(
    'a second one at once is refused, with the seconds to wait, which no work shortens',
    rolledBack(async (db) => {
      const requester = aRequester()
      await spendSend(db, requester)
      const refusal = await refusalOf(spendSend(db, requester))
      expect(refusal?.retryAfterSeconds).toBeGreaterThan(0)
      expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(secondsBetweenSends)
      expect(refusal?.challenge).toBeUndefined()
    }),
  )

  test(
    'another browser of the network does not help one address, another network does',
    rolledBack(async (db) => {
      const requester = aRequester()
      await spendSend(db, requester)
      expect(await refusalOf(spendSend(db, { ...requester, browserKey: 'another' }))).toBeDefined()
      await spendSend(db, { ...requester, browserKey: 'another', ipAddress: '203.0.113.200' })
    }),
  )

  test(
    'what one network asks for an address leaves something for the next',
    rolledBack(async (db) => {
      const requester = aRequester()
      for (let sent = 0; sent < mostSends.perAddressAndNetwork.count; sent += 1) {
        await spendSend(db, requester)
        await forgetPauses(db)
      }
      const refusal = await refusalOf(spendSend(db, requester))
      expect(refusal).toEqual({ retryAfterSeconds: expect.any(Number) })
      await spendSend(db, { ...requester, ipAddress: '203.0.113.201' })
    }),
  )

  test(
    'past the fifth of an hour, from whichever networks, a code to an address costs work, and past the tenth only time helps',
    rolledBack(async (db) => {
      const { addressKey } = aRequester()
      const from = (network: number) => aRequester({ addressKey, ipAddress: `203.0.${network}.1` })
      for (let sent = 0; sent < freeSends.perAddress.count; sent += 1) await spendSend(db, from(sent))
      for (let sent = freeSends.perAddress.count; sent < mostSends.perAddress.count; sent += 1)
        await spendSend(db, from(sent), { solved: await solved(db, from(sent)) })
      const refusal = await refusalOf(spendSend(db, from(99)))
      expect(refusal?.challenge).toBeUndefined()
      expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(mostSends.perAddress.minutes * 60)
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
    '%s has so many codes for free, and the next costs work; its neighbour is as free as before',
    (_name, addressAt, neighbour, { count, minutes }) =>
      rolledBack(async (db) => {
        for (let sent = 0; sent < count; sent += 1) await spendSend(db, aRequester({ ipAddress: addressAt(sent) }))
        const next = aRequester({ ipAddress: addressAt(1_000) })
        const refusal = await refusalOf(spendSend(db, next))
        expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(minutes * 60)
        await spendSend(db, next, { solved: await solve(refusal?.challenge) })
        await spendSend(db, aRequester({ ipAddress: neighbour }))
      })(),
  )

  test.each(['send:all', 'send:most:all'])('the fuse %s blows loudly; work passes the first alone', (key) =>
    rolledBack(async (db) => {
      const loud = vi.spyOn(log, 'error')
      await spendSend(db, aRequester())
      await db.update(throttle).set({ count: 1_000_000 }).where(eq(throttle.key, key))
      const next = aRequester()
      const refusal = await refusalOf(spendSend(db, next))
      expect(refusal?.retryAfterSeconds).toBeGreaterThan(0)
      expect(loud).toHaveBeenCalledWith(expect.objectContaining({ event: 'login.send_fuse_blown' }), expect.anything())
      loud.mockRestore()
      expect(refusal?.challenge !== undefined).toBe(key === 'send:all')
    })(),
  )

  test(
    'no network stands in the table',
    rolledBack(async (db) => {
      await spendSend(db, aRequester({ ipAddress: '192.0.2.99' }))
      expect(JSON.stringify(await db.select().from(throttle))).not.toContain('192.0.2')
    }),
  )
})

describe('a solved challenge', () => {
  test(
    'counts once, for the address and the network that it was made for, and as it was made',
    rolledBack(async (db) => {
      const requester = aRequester()
      await spendSend(db, aRequester({ ipAddress: requester.ipAddress }))
      await db.update(throttle).set({ count: 1_000_000 }).where(eq(throttle.key, 'send:all'))
      const work = await solved(db, requester)
      const { challenge, solution } = work
      const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } }
      for (const [who, wrong] of [
        [aRequester({ ipAddress: requester.ipAddress }), work],
        [{ ...requester, ipAddress: '203.0.113.77' }, work],
        [requester, { challenge: easier, solution }],
        [requester, { challenge, solution: { ...solution, derivedKey: 'ab'.repeat(32) } }],
      ] as const)
        expect((await refusalOf(spendSend(db, who, { solved: wrong })))?.challenge).toBeDefined()

      await spendSend(db, requester, { solved: work })
      await forgetPauses(db)
      expect((await refusalOf(spendSend(db, requester, { solved: work })))?.challenge).toBeDefined()
    }),
  )

  test(
    'is harder, the more was bought already',
    rolledBack(async (db) => {
      const requester = aRequester()
      await spendSend(db, requester)
      await db.update(throttle).set({ count: 1_000_000 }).where(eq(throttle.key, 'send:all'))
      const countersAt = async (share: number) => {
        await db
          .update(throttle)
          .set({ count: Math.floor(share * mostSends.overAll.count) })
          .where(eq(throttle.key, 'send:most:all'))
        return (await solved(db, aRequester())).solution.counter
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

  test('costs the server less than a fiftieth of what it costs whoever solves it', async () => {
    const requester = aRequester()
    const work = await solve(await challengeFor(requester, 0))
    const before = process.cpuUsage()
    for (let round = 0; round < 20; round += 1) expect(await paidBy(requester, work)).toBeDefined()
    const checking = process.cpuUsage(before).user / 20
    const start = process.cpuUsage()
    await solve(work.challenge)
    expect(checking).toBeLessThan(process.cpuUsage(start).user / 50)
  })
})

describe('a browser that signed in before', () => {
  test(
    'still gets a code when strangers have used up everything else',
    rolledBack(async (db) => {
      const owner = aRequester()
      await rememberBrowser(db, owner)
      await spendSend(db, { ...owner, browserKey: 'stranger' })
      expect(await secondsToWait(spendSend(db, { ...owner, browserKey: 'stranger' }))).toBeGreaterThan(0)
      await db.update(throttle).set({ count: 1_000_000 })
      expect(await secondsToWait(spendSend(db, owner))).toBe(0)
    }),
  )

  test(
    'has limits of its own',
    rolledBack(async (db) => {
      const owner = aRequester()
      await rememberBrowser(db, owner)
      await spendSend(db, owner)
      expect(await secondsToWait(spendSend(db, owner))).toBeGreaterThan(0)
    }),
  )

  test(
    'is known for its own address alone',
    rolledBack(async (db) => {
      const owner = aRequester()
      await rememberBrowser(db, owner)
      const other = { ...aRequester(), browserKey: owner.browserKey }
      await spendSend(db, { ...other, browserKey: 'stranger' })
      expect(await secondsToWait(spendSend(db, other))).toBeGreaterThan(0)
    }),
  )

  test(
    'may be remembered again and again',
    rolledBack(async (db) => {
      const owner = aRequester()
      await rememberBrowser(db, owner)
      await db.execute(sql`update known_browser set last_sign_in_at = now() - interval '300 days'`)
      await rememberBrowser(db, owner)
      const [row] = await db.execute(
        sql`select last_sign_in_at > now() - interval '1 day' as is_new from known_browser`,
      )
      expect(row).toEqual({ is_new: true })
    }),
  )
})

describe('trying a code', () => {
  test(
    'a network may try so often, whatever the addresses, and no more',
    rolledBack(async (db) => {
      for (let tried = 0; tried < triesPerNetwork.count; tried += 1)
        await spendAttempt(db, aRequester({ ipAddress: '192.0.2.5' }))
      const seconds = await secondsToWait(spendAttempt(db, aRequester({ ipAddress: '192.0.2.5' })))
      expect(seconds).toBeLessThanOrEqual(triesPerNetwork.minutes * 60)
      expect(await secondsToWait(spendAttempt(db, aRequester({ ipAddress: '192.0.2.6' })))).toBe(0)
    }),
  )

  test(
    'a browser that signed in before tries on its own account',
    rolledBack(async (db) => {
      const owner = aRequester({ ipAddress: '192.0.2.7' })
      await rememberBrowser(db, owner)
      await spendAttempt(db, aRequester({ ipAddress: '192.0.2.7' }))
      await db.update(throttle).set({ count: 1_000_000 }).where(like(throttle.key, 'try:network:%'))
      expect(await secondsToWait(spendAttempt(db, aRequester({ ipAddress: '192.0.2.7' })))).toBeGreaterThan(0)
      for (let tried = 0; tried < triesPerNetwork.count; tried += 1) await spendAttempt(db, owner)
      expect(await secondsToWait(spendAttempt(db, owner))).toBeGreaterThan(0)
    }),
  )
})

let made = 0

/** Somebody who has not asked yet. */
function aRequester(known: Partial<CodeRequester> = {}): CodeRequester {
  made += 1
  return {
    addressKey: `address-${made}`,
    browserKey: `browser-${made}`,
    ipAddress: `198.51.${made % 250}.${Math.ceil(made / 250)}`,
    ...known,
  }
}

/** What the refused are told; undefined where it was allowed. */
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

/** Is refused, and does the work that is asked for. */
async function solved(db: Database, requester: CodeRequester): Promise<SolvedChallenge> {
  return solve((await refusalOf(spendSend(db, requester)))?.challenge)
}

async function solve(challenge: WorkChallenge | undefined): Promise<SolvedChallenge> {
  if (!challenge) throw new Error('there is nothing to solve')
  const solution = await solveChallenge({ challenge, deriveKey })
  return workField.parse(JSON.parse(JSON.stringify({ challenge, solution })))
}

async function forgetPauses(db: Database) {
  await db.delete(throttle).where(like(throttle.key, 'send:pause:%'))
}
