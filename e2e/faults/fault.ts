import type { Browser } from '@playwright/test'
import type { startTestProxy } from '#db/test-proxy.ts'
import type { App, startApp } from '../support/app.ts'
import type { startCrashingDatabase } from '../support/crashing-database.ts'
import type { Crowd } from '../support/crowd.ts'
import type { Balancer } from './balancer.ts'

/** One row of the table: something that goes wrong for real, and what is promised all the same. */
export interface Fault {
  /** Rows with one number are about one fault in several ways, and are chosen together by `--rows`. */
  row: number
  title: string
  /** How it is brought about. */
  how: string
  /** The promise. */
  pass: string
  /** Tests of the suite that hold the promise; where they have just run, their report counts and they are not run twice. */
  tests?: TestReference[]
  /** Whether it takes so long that the short form leaves it out, unless it is asked for by its number. */
  isForLongRuns?: boolean
  /** Whether it measures how fast answers are, so that no other row may run beside it. */
  measuresSpeed?: boolean
  /**
   * Brings it about.
   * @returns one line of figures
   * @throws when the promise is broken; `NotPossibleHere` when this machine cannot bring it about
   */
  run: (world: FaultWorld) => Promise<string>
}

/** Tests of one file. */
export interface TestReference {
  /** From the root: `e2e/…e2e.ts` or `src/….test.ts`. */
  file: string
  /** A part of their titles, which all have to pass; all tests of the file where it is left out. */
  title?: string
}

/** What rows are made of. All that a row starts is stopped when it is over. */
export interface FaultWorld {
  isLong: boolean
  /** The first in the short form, the second in the long one. */
  choose: <T>(short: T, long: T) => T
  /** A PostgreSQL of the row's own, which can be stopped, crashed and frozen. */
  startDatabase: typeof startCrashingDatabase
  /** The production build with mail of its own; on a new database of a PostgreSQL that stays well if none is given. */
  startApp: typeof startApp
  /** Another node of an app. */
  startNode: (app: App, env?: Record<string, string>) => Promise<App>
  /** Passes bytes on to the database at this URL, until told otherwise. */
  startProxy: typeof startTestProxy
  startBalancer: (nodes: { url: string }[]) => Promise<Balancer>
  gatherCrowd: (app: App, size: number) => Promise<Crowd>
  openBrowser: () => Promise<Browser>
  /** Has this done when the row is over, the last first. */
  defer: (end: () => unknown) => void
  /** Runs tests, or reads what they came to. @returns how many passed, in words @throws when one failed, or there is none */
  passed: (tests: TestReference[]) => Promise<string>
}

/** Thrown by a row whose fault this machine cannot bring about: it is named as such, and neither passed nor failed. */
export class NotPossibleHere extends Error {
  override name = 'NotPossibleHere'
}

/** A row that tests of the suite hold wholly. */
export function heldBy(row: Omit<Fault, 'run' | 'tests'>, ...tests: TestReference[]): Fault {
  return { ...row, tests, run: (world) => world.passed(tests) }
}

/** A row that is not possible on a machine that lacks something. @param what it lacks, where `isThere` says no */
export function whereThere(what: string, isThere: boolean, row: Fault): Fault {
  return {
    ...row,
    run: async (world) => {
      if (!isThere) throw new NotPossibleHere(`${what} is not installed`)
      return row.run(world)
    },
  }
}
