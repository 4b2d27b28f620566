import { setTimeout as pause } from 'node:timers/promises'
import { someEmail, type App } from '../support/app.ts'
import { Visitor } from '../support/visitor.ts'

/** Asserts a condition. @throws an error with the message `otherwise` if the condition is false */
export function expectThat(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise)
}

/** Repeats a check until it returns a truthy value. @returns the duration in milliseconds @throws after `atMostMs` */
export async function waitUntil(isSo: () => unknown, atMostMs: number, otherwise: string): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    if (await isSo()) return Math.round(performance.now() - startedAt)
    expectThat(performance.now() - startedAt < atMostMs, `${otherwise} (within ${atMostMs} ms)`)
    await pause(50)
  }
}

type Answer = Awaited<ReturnType<Visitor['get']>>

/** Runs a function and measures its duration. */
export async function measureTime<T>(ask: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const startedAt = performance.now()
  const answer = await ask()
  return { ms: Math.round(performance.now() - startedAt), answer }
}

/**
 * Requests a page. @returns the response, and its duration in milliseconds
 * @throws if the status is different, or if a 503 has no `Retry-After`
 */
export async function expectAnswer(
  visitor: Visitor,
  path: string,
  status: number,
): Promise<{ ms: number; answer: Answer }> {
  const { ms, answer } = await measureTime(() => visitor.get(path))
  expectThat(answer.status === status, `${path} responded with ${answer.status} instead of ${status}`)
  expectThat(status !== 503 || answer.headers.has('retry-after'), `${path}: 503 without Retry-After`)
  return { ms, answer }
}

/** Checks that the node runs, is ready, and signs a new user in with a code from an email. */
export async function expectHealthy(app: App): Promise<void> {
  expectThat(app.process.exitCode === null && app.process.signalCode === null, 'the node has exited')
  await waitUntil(
    async () => (await new Visitor(app).get('/readyz')).status === 200,
    5_000,
    '/readyz does not return 200',
  )
  const email = someEmail()
  const visitor = new Visitor(app)
  const asked = await visitor.askForCode(email)
  expectThat(asked.status === 200, `a request for a code returned ${asked.status}`)
  const entered = await visitor.enterCode(email, await app.mail.codeFor(email))
  expectThat(entered.status === 200, `the sign-in with the code returned ${entered.status}`)
}

/** Repeatedly requests a path that needs the database, so that every slow response is noticed. */
export function watchResponses(app: App, path = '/readyz') {
  let slowestMs = 0
  let isOver = false
  async function requestRepeatedly() {
    while (!isOver) {
      const { ms } = await measureTime(() => new Visitor(app).get(path).catch(() => undefined))
      slowestMs = Math.max(slowestMs, ms)
      await pause(100)
    }
  }
  const looking = requestRepeatedly()
  return {
    /** Stops the requests. @returns the slowest response's duration in milliseconds @throws if it is above `atMostMs` */
    async stop(atMostMs: number): Promise<number> {
      isOver = true
      await looking
      expectThat(slowestMs <= atMostMs, `a response took ${slowestMs} ms`)
      return slowestMs
    },
  }
}
