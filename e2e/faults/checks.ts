import { setTimeout as pause } from 'node:timers/promises'
import { someEmail, type App } from '../support/app.ts'
import { Visitor } from '../support/visitor.ts'

/** @throws with this message unless it is so */
export function expectThat(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise)
}

/** Asks again and again until it is so. @returns how long that took, in milliseconds @throws with this message when it takes too long */
export async function until(isSo: () => unknown, atMostMs: number, otherwise: string): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    if (await isSo()) return Math.round(performance.now() - startedAt)
    expectThat(performance.now() - startedAt < atMostMs, `${otherwise} (within ${atMostMs} ms)`)
    await pause(50)
  }
}

type Answer = Awaited<ReturnType<Visitor['get']>>

/** Does something and takes the time. */
export async function timed<T>(ask: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const startedAt = performance.now()
  const answer = await ask()
  return { ms: Math.round(performance.now() - startedAt), answer }
}

/**
 * Asks for a page. @returns the answer and how long it took, in milliseconds
 * @throws when the status is another, or a 503 does not say when to come back
 */
export async function expectAnswer(
  visitor: Visitor,
  path: string,
  status: number,
): Promise<{ ms: number; answer: Answer }> {
  const { ms, answer } = await timed(() => visitor.get(path))
  expectThat(answer.status === status, `${path} is answered with ${answer.status} in place of ${status}`)
  expectThat(status !== 503 || answer.headers.has('retry-after'), `${path}: 503 without Retry-After`)
  return { ms, answer }
}

/** The node lives, says that it is ready, and signs somebody new in by a code from a mail. */
export async function expectWell(app: App): Promise<void> {
  expectThat(app.process.exitCode === null && app.process.signalCode === null, 'the node has ended')
  await until(async () => (await new Visitor(app).get('/readyz')).status === 200, 5_000, '/readyz is not 200')
  const email = someEmail()
  const visitor = new Visitor(app)
  const asked = await visitor.askForCode(email)
  expectThat(asked.status === 200, `asking for a code: ${asked.status}`)
  const entered = await visitor.enterCode(email, await app.mail.codeFor(email))
  expectThat(entered.status === 200, `entering the code: ${entered.status}`)
}

/** Asks for what needs the database, over and over, so that no answer that takes too long goes unseen. */
export function watch(app: App, path = '/readyz') {
  let slowestMs = 0
  let isOver = false
  async function look() {
    while (!isOver) {
      const { ms } = await timed(() => new Visitor(app).get(path).catch(() => undefined))
      slowestMs = Math.max(slowestMs, ms)
      await pause(100)
    }
  }
  const looking = look()
  return {
    /** @returns the slowest answer, in milliseconds @throws when one took longer than this */
    async stop(atMostMs: number): Promise<number> {
      isOver = true
      await looking
      expectThat(slowestMs <= atMostMs, `an answer took ${slowestMs} ms`)
      return slowestMs
    },
  }
}
