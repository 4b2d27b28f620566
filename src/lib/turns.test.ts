import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('so much runs at once, so much waits in order, the rest is refused; who leaves gives up the turn', async () => {
  const turns = new Turns({ running: 2, waiting: 3 })
  const done: number[] = []
  const finish: (() => void)[] = []
  const staying = new AbortController().signal
  const leaving = new AbortController()
  const run = (id: number, signal = staying) =>
    turns
      .run(signal, async () => {
        await new Promise<void>((resolve) => finish.push(resolve))
        done.push(id)
      })
      .catch((error: { code: string }) => error.code)
  const outcomes = [run(1), run(2), run(3), run(4, leaving.signal), run(5)]
  expect(await run(6)).toBe('TOO_MANY_REQUESTS')
  leaving.abort()
  expect(await outcomes[3]).toBe('NO_CONNECTION')
  while (!turns.isIdle) {
    finish.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  await Promise.all(outcomes)
  expect(done).toEqual([1, 2, 3, 5])
})
