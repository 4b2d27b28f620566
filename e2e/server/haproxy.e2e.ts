import { setTimeout as pause } from 'node:timers/promises'
import { type App, freePort, startApp } from '../support/app.ts'
import { type Crowd, gatherCrowd } from '../support/crowd.ts'
import { hasHaproxy, startHaproxy } from '../support/haproxy.ts'
import { expect, test } from '../support/test.ts'

test.describe('HAProxy in front of two nodes, under reads and writes of several clients', () => {
  test.setTimeout(120_000)
  test.skip(!hasHaproxy, 'HAProxy is not installed')

  test('a rolling restart fails no request; killing a node fails only its requests in progress', async () => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const first = await startApp({ APP_URL: url })
    const ports = [new URL(first.url).port]
    const second = await first.startNode()
    ports.push(new URL(second.url).port)
    await using _ = await startHaproxy(port, [first, second])
    const nodes = [first, second]
    const crowd = await gatherCrowd({ ...first, url }, 8)
    await pause(1_000)
    for (const [index, node] of nodes.entries()) {
      await stop(node)
      nodes[index] = await first.startNode({ PORT: ports[index] ?? '' })
      await pause(1_500)
    }
    const afterRestart = [...crowd.statuses]
    nodes[1]?.process.kill('SIGKILL')
    await pause(2_000)
    await expectAllServed(crowd, performance.now())
    await crowd.leave()
    console.log(
      `after the rolling restart ${JSON.stringify(afterRestart)}, after a kill ${JSON.stringify([...crowd.statuses])}`,
    )
    const failed = [...crowd.statuses].filter(([status]) => status !== 200)
    const rows = await first.sql<{ name: string }[]>`select name from repository`
    await Promise.all(nodes.map((node) => node.stop()))
    await first.stop()
    expect(afterRestart.map(([status]) => status)).toEqual([200])
    // Each client had at most one request in progress on the killed node.
    expect(failed.reduce((total, [, count]) => total + count, 0)).toBeLessThanOrEqual(crowd.clients.length)
    const there = new Set(rows.map(({ name }) => name))
    expect(crowd.acknowledged.filter((name) => !there.has(name))).toEqual([])
  })
})

/** Stops only the process of the node, with SIGTERM, as a release does. Resources that the test still needs remain. */
async function stop({ process }: App) {
  const ended = new Promise((resolve) => process.once('exit', resolve))
  process.kill('SIGTERM')
  await ended
}

async function expectAllServed({ clients }: Crowd, since: number) {
  await expect.poll(() => clients.filter(({ servedAt }) => servedAt <= since).length, { timeout: 10_000 }).toBe(0)
}
