import type { Browser } from '@playwright/test'
import type { startTestProxy } from '#db/test-proxy.ts'
import type { App, startApp } from '../support/app.ts'
import type { startCrashingDatabase } from '../support/crashing-database.ts'
import type { Crowd } from '../support/crowd.ts'
import type { Balancer } from './balancer.ts'

/** A row of the table in docs/reliability.md: a real fault, and the promise that the product keeps in spite of it. */
export interface Fault {
  /** The number of the fault. Rows with the same number test one fault in several ways, and `--rows` chooses all of them. */
  row: number
  title: string
  /** A description of the way in which the fault is caused. */
  how: string
  /** The promise that the product keeps in spite of the fault. */
  pass: string
  /** End-to-end and integration tests that check the promise. The row runs them, or reads their reports if they just ran. */
  tests?: TestReference[]
  /** Whether short runs skip the row because it takes long. A row whose number is chosen with `--rows` always runs. */
  isForLongRuns?: boolean
  /** Whether the row measures response times, so that no other row can run at the same time. */
  measuresSpeed?: boolean
  /**
   * Causes the fault.
   * @returns a line of figures
   * @throws if the promise is broken; `NotPossibleHere` if this machine cannot cause the fault
   */
  run: (world: FaultWorld) => Promise<string>
}

/** A file of tests, or some of its tests. */
export interface TestReference {
  /** The path from the root: `e2e/…e2e.ts` or `src/….test.ts`. */
  file: string
  /** A part of the tests' titles. All tests whose titles contain it must pass; if it is missing, all tests of the file. */
  title?: string
}

/** The tools of a row. Everything that a row starts with them is stopped when the row ends. */
export interface FaultWorld {
  isLong: boolean
  /** Returns the first value in short runs, the second in long ones. */
  shortOrLong: <T>(short: T, long: T) => T
  /** Starts a PostgreSQL for this row only, which can be stopped, crashed and frozen. */
  startDatabase: typeof startCrashingDatabase
  /** Starts the production build with its own mail server; by default on a new database of a PostgreSQL without faults. */
  startApp: typeof startApp
  /** Starts another node of an app. */
  startNode: (app: App, env?: Record<string, string>) => Promise<App>
  /** Starts a proxy that forwards to the database at this URL, and that can delay, swallow and refuse connections. */
  startProxy: typeof startTestProxy
  startBalancer: (nodes: { url: string }[]) => Promise<Balancer>
  gatherCrowd: (app: App, size: number) => Promise<Crowd>
  openBrowser: () => Promise<Browser>
  /** Registers a function that runs when the row ends. The functions run in the reverse order of their registration. */
  defer: (end: () => unknown) => void
  /** Runs tests, or reads their reports. @returns the number of passed tests, as text @throws if one failed or is missing */
  passed: (tests: TestReference[]) => Promise<string>
}

/** Thrown by a row whose fault this machine cannot cause. The row then counts neither as passed nor as failed. */
export class NotPossibleHere extends Error {
  override name = 'NotPossibleHere'
}

/** Returns a row without code of its own. End-to-end and integration tests cause the fault and check the promise. */
export function testedBy(row: Omit<Fault, 'run' | 'tests'>, ...tests: TestReference[]): Fault {
  return { ...row, tests, run: (world) => world.passed(tests) }
}

/** Returns a row that throws `NotPossibleHere` if `isInstalled` is false. @param what the name of the missing software */
export function ifInstalled(what: string, isInstalled: boolean, row: Fault): Fault {
  return {
    ...row,
    run: async (world) => {
      if (!isInstalled) throw new NotPossibleHere(`${what} is not installed`)
      return row.run(world)
    },
  }
}
