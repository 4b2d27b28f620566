import { parseArgs } from 'node:util'
import setUp from '../e2e/support/global-set-up.ts'
import { measureBrowser } from './browser.ts'
import { measurePages } from './pages.ts'
import { progress } from './report.ts'
import { measureRows } from './rows.ts'
import { measureServer } from './server.ts'

const USAGE = `npm run bench                       pages, server and browser, in some ten minutes
npm run bench -- --quick            the same in about two minutes, less exact
npm run bench -- --only pages       only one part: pages, server, browser or rows
npm run bench -- --rows 1000000     compares lists with this number of rows to lists with few rows;
                                    --folder keeps the databases for the next run, even if this run is interrupted`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rows: { type: 'string' },
    folder: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const { quick } = values
const parts: Record<string, () => Promise<void>> = {
  pages: () => measurePages(quick ? { rounds: 2, pages: 200 } : { rounds: 5, pages: 1_000 }),
  server: () =>
    measureServer(
      quick
        ? { starts: 2, pages: 2_000, codes: 200, signIns: 60 }
        : { starts: 5, pages: 20_000, codes: 800, signIns: 300 },
    ),
  browser: () => measureBrowser({ visits: quick ? 1 : 5 }),
  rows: () =>
    measureRows({
      rows: Number(values.rows ?? 1_000_000),
      folder: values.folder,
      rounds: quick ? 2 : 5,
      pages: quick ? 100 : 400,
    }),
}

if (values.help || (values.only !== undefined && !Object.hasOwn(parts, values.only))) console.log(USAGE)
// Exits explicitly, because a failed part might have left something running.
else process.exit(await run(chosenParts()))

function chosenParts(): string[] {
  if (values.only !== undefined) return [values.only]
  return values.rows === undefined ? ['pages', 'server', 'browser'] : ['rows']
}

/** Runs the parts. If a part fails, the results of the other parts are kept. */
async function run(names: string[]): Promise<number> {
  const tearDown = await setUp()
  process.once('SIGINT', () => void tearDown().finally(() => process.exit(130)))
  let failed = 0
  for (const name of names)
    try {
      progress(`— ${name}`)
      await parts[name]?.()
    } catch (error) {
      failed += 1
      console.error(`${name} could not be measured:`, error)
    }
  await tearDown()
  progress(failed === 0 ? 'done: bench/results.md' : `${failed} of ${names.length} parts failed`)
  return failed === 0 ? 0 : 1
}
