import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { startApp } from '../support/app.ts'
import { CHROMIUM_ACCEPT_ENCODING, costOf, costsOf, flood } from '../support/page-cost.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

/** A page that is rendered for each visitor, unlike the same page without a parameter. */
const PAGE = '/login?redirect=%2Fapp'

// All limits are ratios to measurements of the same server in the same minute, before and after the flood.
test(
  'a server that gets five times the requests it can serve refuses the excess immediately and serves the rest as usual',
  ONLY_IN_FULL_RUN,
  async () => {
    test.setTimeout(180_000)
    const app = await startApp()
    const user = new Visitor(app)
    await user.signIn('user@example.com')
    const asBrowser = { accept: 'text/html', 'accept-language': 'fr' }
    const target = {
      url: app.url + PAGE,
      pid: app.process.pid,
      headers: { 'accept-encoding': CHROMIUM_ACCEPT_ENCODING, ...asBrowser },
    }
    let peak = await costOf(target, 400)
    let refusal = ''
    // Retries, because other tests on the same machine can make the results worse, but never better.
    await expect(async () => {
      peak = await costOf(target, 1_000)
      const seconds = 6
      const flooded = flood(target, { perSecond: 5 * peak.perSecond, seconds, connections: 400 })
      const meanwhile = {
        user: [] as number[],
        prepared: [] as number[],
        file: [] as number[],
        probe: [] as number[],
      }
      for (let turn = 0; turn < 8; turn += 1) {
        await pause(500)
        const stranger = new Visitor(app)
        meanwhile.user.push((await user.get('/app/repositories')).status)
        meanwhile.prepared.push((await stranger.get('/login')).status)
        meanwhile.file.push((await stranger.get('/favicon.svg')).status)
        meanwhile.probe.push((await stranger.get('/healthz')).status)
      }
      const { statuses, servedPerSecond, servedP95, processorMs, ...answered } = await flooded
      refusal = answered.refusal
      const afterwards = await costOf(target, 1_000)
      const usefulShare = (servedPerSecond * seconds * Math.min(peak.processorMs, afterwards.processorMs)) / processorMs
      const usualP95 = Math.max(peak.p95, afterwards.p95)
      const description = `${JSON.stringify(statuses)}; ${servedPerSecond.toFixed(0)}/s served of ${peak.perSecond.toFixed(0)}, for ${usefulShare.toFixed(2)} of its time; p95 ${servedP95.toFixed(0)} ms against ${usualP95.toFixed(0)}`
      test.info().annotations.push({ type: 'overload', description })

      expect(Object.keys(statuses)).toEqual(['200', '503'])
      expect(statuses['503']).toBeGreaterThan(statuses['200'] ?? 0)
      expect(usefulShare, description).toBeGreaterThan(0.3)
      expect(servedP95, description).toBeLessThan(8 * usualP95)
      for (const answers of Object.values(meanwhile)) expect(answers).toEqual(Array.from({ length: 8 }, () => 200))
    }).toPass({ intervals: [1_000], timeout: 75_000 })

    expect(refusal).toMatch(/retry-after","[1-4]"/i)
    expect(refusal).toContain("default-src 'self'")
    expect(refusal).toContain('<html lang="fr" dir="ltr">')
    expect(app.log()).toContain('"event":"server.busy"')

    expect((await new Visitor(app).get(PAGE)).status, 'after the flood').toBe(200)

    await test.step('requests with forged session cookies cost about as much as those without, and do not displace signed-in users', async () => {
      const forging = { ...target, cookies: forgedSession }
      const { plain, forged } = await costsOf({ plain: target, forged: forging }, { rounds: 3, pages: 300 })
      test.info().annotations.push({
        type: 'overload',
        description: `forged cookies: ${forged.processorMs.toFixed(2)} ms a page, none: ${plain.processorMs.toFixed(2)} ms`,
      })
      expect(forged.processorMs).toBeLessThan(1.5 * plain.processorMs)
      const flooded = flood(forging, { perSecond: 5 * peak.perSecond, seconds: 3, connections: 400 })
      for (let turn = 0; turn < 4; turn += 1) {
        await pause(500)
        expect((await user.get('/app/repositories')).status).toBe(200)
      }
      expect(Object.keys((await flooded).statuses)).toEqual(['200', '503'])
    })

    await test.step('requests of a signed-in user do not displace visitors without a session', async () => {
      const signedIn = { ...target, url: `${app.url}/app/repositories`, cookies: () => user.cookies() }
      const flooded = flood(signedIn, { perSecond: 5 * peak.perSecond, seconds: 3, connections: 400 })
      for (let turn = 0; turn < 4; turn += 1) {
        await pause(500)
        expect((await new Visitor(app).get(PAGE)).status).toBe(200)
      }
      // A session has its own limit of concurrent requests, which is lower than the limit of a node.
      const { statuses: answers } = await flooded
      expect(['200', '429', '503']).toEqual(expect.arrayContaining(Object.keys(answers)))
      expect(answers['429']).toBeGreaterThan(0)
    })
    await app.stop()
  },
)

/** Returns a cookie that has the form of a session's cookie, but no valid signature. */
function forgedSession(): string {
  return `latchkey.session_token=${randomBytes(16).toString('hex')}.${encodeURIComponent(randomBytes(32).toString('base64'))}`
}
