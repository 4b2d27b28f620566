import { chromium } from '@playwright/test'
import { startTestProxy } from '#db/test-proxy.ts'
import config from '../playwright.config.ts'
import { startApp } from '../support/app.ts'
import { startCrashingDatabase } from '../support/crashing-database.ts'
import { gatherCrowd } from '../support/crowd.ts'
import { startBalancer } from './balancer.ts'
import type { FaultWorld } from './fault.ts'

/**
 * Creates the tools of a row. @returns the tools, and a function that stops everything started with them, the last
 * first
 */
export function openFaultWorld({ isLong, passed }: Pick<FaultWorld, 'isLong' | 'passed'>) {
  const ends: (() => unknown)[] = []

  async function stoppedAtEnd<T>(starting: Promise<T>, stop: (started: T) => unknown): Promise<T> {
    const started = await starting
    ends.push(() => stop(started))
    return started
  }

  const world: FaultWorld = {
    isLong,
    passed,
    shortOrLong: (short, long) => (isLong ? long : short),
    defer: (end) => void ends.push(end),
    startDatabase: (...args) => stoppedAtEnd(startCrashingDatabase(...args), (database) => database.remove()),
    startApp: (...args) => stoppedAtEnd(startApp(...args), (app) => app.stop()),
    startNode: (app, env) => stoppedAtEnd(app.startNode(env), (node) => node.stop()),
    startProxy: (databaseUrl) => stoppedAtEnd(startTestProxy(databaseUrl), (proxy) => proxy[Symbol.asyncDispose]()),
    startBalancer: (nodes) => stoppedAtEnd(startBalancer(nodes), (balancer) => balancer.stop()),
    gatherCrowd: (app, size) => stoppedAtEnd(gatherCrowd(app, size), (crowd) => crowd.leave()),
    openBrowser: () => stoppedAtEnd(chromium.launch(config.use?.launchOptions), (browser) => browser.close()),
  }

  async function close() {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  return { world, close }
}
