import { eq, like, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { throttle } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import { rememberBrowser, spendSend, spendAttempt } from './code-limits.server.ts'
import type { CodeRequester } from './code-requester.server.ts'

const { secondsBetweenSends, sendsPerAddressPerDay, sendsPerNetwork, sendsPerHourOverAll, triesPerNetwork } =
  appConfig.loginCode

describe('asking for a code', () => {
  test(
    'a second one at once is refused, with the seconds to wait',
    rolledBack(async (db) => {
      const requester = aRequester()
      await spendSend(db, requester)
      const seconds = await secondsToWait(spendSend(db, requester))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(secondsBetweenSends)
    }),
  )

  test(
    'after the pause it is allowed again, but only so often a day',
    rolledBack(async (db) => {
      const requester = aRequester()
      for (let sent = 0; sent < sendsPerAddressPerDay; sent += 1) {
        await spendSend(db, requester)
        await forgetPauses(db)
      }
      const seconds = await secondsToWait(spendSend(db, requester))
      expect(seconds).toBeGreaterThan(3_600)
    }),
  )

  test(
    'another browser or network does not help one address',
    rolledBack(async (db) => {
      const requester = aRequester()
      await spendSend(db, requester)
      expect(
        await secondsToWait(spendSend(db, { ...requester, browserKey: 'another', ipAddress: '198.51.100.200' })),
      ).toBeGreaterThan(0)
    }),
  )

  test.each([
    ['an IPv4 address', () => '192.0.2.77'],
    ['an IPv6 network', (turn: number) => `2001:db8:1:1::${turn.toString(16)}`],
  ])('%s may ask for so many addresses, and no more', (_name, addressAt) =>
    rolledBack(async (db) => {
      for (let sent = 0; sent < sendsPerNetwork.count; sent += 1)
        await spendSend(db, aRequester({ ipAddress: addressAt(sent) }))
      const seconds = await secondsToWait(spendSend(db, aRequester({ ipAddress: addressAt(1_000) })))
      expect(seconds).toBeLessThanOrEqual(sendsPerNetwork.minutes * 60)
      await spendSend(db, aRequester({ ipAddress: '192.0.2.78' }))
    })(),
  )

  test(
    'the fuse over all addresses blows loudly',
    rolledBack(async (db) => {
      const loud = vi.spyOn(log, 'error')
      await spendSend(db, aRequester())
      await db.update(throttle).set({ count: sendsPerHourOverAll }).where(eq(throttle.key, 'send:all'))
      expect(await secondsToWait(spendSend(db, aRequester()))).toBeGreaterThan(0)
      expect(loud).toHaveBeenCalledWith(expect.objectContaining({ event: 'login.send_fuse_blown' }), expect.anything())
      loud.mockRestore()
    }),
  )
})

describe('a browser that signed in before', () => {
  test(
    'still gets a code when strangers have used up everything else',
    rolledBack(async (db) => {
      const owner = aRequester()
      await rememberBrowser(db, owner)
      await spendSend(db, { ...owner, browserKey: 'stranger' })
      expect(await secondsToWait(spendSend(db, { ...owner, browserKey: 'stranger' }))).toBeGreaterThan(0)
      for (const key of [`send:day:${owner.addressKey}`, `send:network:${owner.ipAddress}`, 'send:all'])
        await db.update(throttle).set({ count: 1_000_000 }).where(eq(throttle.key, key))
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
      await db.update(throttle).set({ count: 1_000_000 }).where(eq(throttle.key, 'try:network:192.0.2.7'))
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
  return { addressKey: `address-${made}`, browserKey: `browser-${made}`, ipAddress: `198.51.100.${made}`, ...known }
}

/** 0 where it was allowed; what the refused are told. */
async function secondsToWait(work: Promise<void>): Promise<number> {
  try {
    await work
    return 0
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return error.details.retryAfterSeconds ?? 0
    throw error
  }
}

async function forgetPauses(db: Database) {
  await db.delete(throttle).where(like(throttle.key, 'send:pause:%'))
}
