import { parseArgs } from 'node:util'
import setUp from '../support/global-set-up.ts'
import { NotPossibleHere, type Fault } from './fault.ts'
import { passedCounter } from './passed-counter.ts'
import { findOutdatedRows, publishTable, writeCounts, type Outcome } from './report.ts'
import { ALL_FAULTS } from './rows/all.ts'
import { openFaultWorld } from './world.ts'

const USAGE = `npm run test:faults                       every row once, in some minutes; writes docs/reliability.md
npm run test:faults -- --long             every row, for longer and more often
npm run test:faults -- --rows 4,5         only these rows, and their lines in docs/reliability.md
npm run test:faults -- --after-tests      reads the reports of tests that have just run; writes no document
npm run test:faults -- --jobs 3           runs 3 rows at once, except for those that measure speed`

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    rows: { type: 'string' },
    'after-tests': { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(USAGE)
// Exiting also ends everything that failed rows have left behind.
else process.exit((await run()) ? 0 : 1)

/** Runs the chosen rows. @returns whether all promises hold and the document contains them */
async function run(): Promise<boolean> {
  const chosen = values.rows?.split(',').map(Number)
  const faults = ALL_FAULTS.filter(({ row }) => chosen?.includes(row) ?? true)
  const startedAt = performance.now()
  const passed = passedCounter(
    faults.flatMap(({ tests = [] }) => tests),
    values['after-tests'],
  )
  const tearDown = await setUp()
  process.once('SIGINT', () => void tearDown().finally(() => process.exit(130)))
  const found = new Map<Fault, Outcome>()
  const alone = faults.filter(({ measuresSpeed }) => measuresSpeed)
  const together = faults.filter(({ measuresSpeed }) => !measuresSpeed)
  await Promise.all(Array.from({ length: Number(values.jobs) }, () => runRows(together)))
  await runRows(alone)
  const outcomes = faults.flatMap((fault) => found.get(fault) ?? [])
  await tearDown()
  const command = ['npm run test:faults', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(
    ' ',
  )
  const document = values['after-tests'] ? 'as it is' : chosen ? 'rows' : 'whole'
  await publishTable(outcomes, { command, seconds: (performance.now() - startedAt) / 1_000, document })
  const outdated = values['after-tests'] ? await findOutdatedRows(ALL_FAULTS) : []
  await writeCounts(outcomes, outdated)
  return outdated.length === 0 && outcomes.every(({ state }) => state !== 'FALLS')

  /** Runs rows one after another until the array is empty. */
  async function runRows(left: Fault[]) {
    for (let fault = left.shift(); fault; fault = left.shift()) {
      const outcome = await outcomeOf(fault)
      const seconds = `${Math.round(outcome.seconds)} s`.padStart(6)
      console.error(`${outcome.state.padEnd(6)} ${seconds}  ${fault.row} ${fault.title}: ${outcome.measured}`)
      found.set(fault, outcome)
    }
  }

  async function outcomeOf(fault: Fault): Promise<Outcome> {
    const { world, close } = openFaultWorld({ isLong: values.long, passed })
    const since = performance.now()
    const outcome = (state: Outcome['state'], told: string): Outcome => ({
      fault,
      state,
      measured: told,
      seconds: (performance.now() - since) / 1_000,
    })
    if (fault.isForLongRuns && !values.long && !chosen)
      return outcome('absent', `only with -- --long, or -- --rows ${fault.row}`)
    try {
      return outcome('holds', await fault.run(world))
    } catch (error) {
      if (error instanceof NotPossibleHere) return outcome('absent', `not possible on this machine: ${error.message}`)
      console.error(error)
      return outcome('FALLS', error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
    } finally {
      await close().catch((error: unknown) => console.error(error))
    }
  }
}
