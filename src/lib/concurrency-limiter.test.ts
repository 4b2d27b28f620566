import { expect, test } from 'vitest'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

function startWork(limits: { running: number; waiting: number }) {
  const limiter = new ConcurrencyLimiter(limits)
  const begun: number[] = []
  const ends = new Map<number, () => void>()
  const run = (id: number, signal = new AbortController().signal) =>
    limiter
      .run(signal, async () => {
        begun.push(id)
        await new Promise<void>((resolve) => ends.set(id, resolve))
        return id
      })
      .catch((error: { code: string }) => error.code)
  const end = async (id: number) => {
    ends.get(id)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { run, end, begun }
}

test('tasks run up to the first limit, further tasks wait in order up to the second, and all others are refused', async () => {
  const { run, end, begun } = startWork({ running: 2, waiting: 2 })
  const outcomes = [run(1), run(2), run(3), run(4)]
  expect(await run(5)).toBe('TOO_MANY_REQUESTS')
  expect(begun).toEqual([1, 2])
  for (const id of [2, 1, 3, 4]) await end(id)
  expect(begun).toEqual([1, 2, 3, 4])
  expect(await Promise.all(outcomes)).toEqual([1, 2, 3, 4])
})

test('waiting work of a client who disconnects never starts, and makes room for other work', async () => {
  const { run, end, begun } = startWork({ running: 1, waiting: 1 })
  const leaving = new AbortController()
  const outcomes = [run(1), run(2, leaving.signal)]
  leaving.abort()
  expect(await outcomes[1]).toBe('NO_CONNECTION')
  expect(await run(3, leaving.signal)).toBe('NO_CONNECTION')
  const next = run(4)
  await end(1)
  await end(4)
  expect(await next).toBe(4)
  expect(begun).toEqual([1, 4])
})

test('running work of a client who disconnects keeps its place until it ends', async () => {
  const { run, end, begun } = startWork({ running: 1, waiting: 1 })
  const leaving = new AbortController()
  const first = run(1, leaving.signal)
  leaving.abort()
  const second = run(2)
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual([1])
  await end(1)
  expect(await first).toBe(1)
  expect(begun).toEqual([1, 2])
  await end(2)
  expect(await second).toBe(2)
})
