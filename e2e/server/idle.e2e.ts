import { setTimeout as pause } from 'node:timers/promises'
import { startApp } from '../support/app.ts'
import { recordStatements, type RecordedStatements } from '../support/statements.ts'
import { expect, test } from '../support/test.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const MINUTE_MS = 60_000
/** The maximum numbers of statements per minute, including the check for due links: of one node, and of two in total. */
const MAX_A_MINUTE = { ofOne: 50, ofTwo: 80 }

test.describe.configure({ timeout: 3 * MINUTE_MS })

test(
  'an idle node sends at most 50 statements per minute to the database, two nodes at most 80',
  ONLY_IN_FULL_RUN,
  async () => {
    const nodes: RecordedStatements[] = []
    const byWayOf = async (databaseUrl: string) => {
      nodes.push(await recordStatements(databaseUrl), await recordStatements(databaseUrl))
      return nodes[0]?.url ?? ''
    }
    const app = await startApp({}, { byWayOf })
    const other = await app.startNode({ DATABASE_URL: nodes[1]?.url ?? '' })
    // Prevents the hourly purge, which sends a few dozen statements and could run during the measurement.
    await app.sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('purge-expired', now(), now() + interval '1 hour')
    on conflict (identifier) do update set last_execution = excluded.last_execution`
    await pause(5_000)
    for (const { statements } of nodes) statements.length = 0
    await pause(MINUTE_MS)
    const [ofApp = [], ofOther = []] = nodes.map(({ statements }) => [...statements])
    const all = [...ofApp, ...ofOther]
    expect(all.length, mostFrequentStatements(all)).toBeLessThanOrEqual(MAX_A_MINUTE.ofTwo)
    for (const ofOne of [ofApp, ofOther]) {
      // Even an idle node reports that it runs, and looks for jobs.
      expect(ofOne.length).toBeGreaterThan(10)
      expect(ofOne.length, mostFrequentStatements(ofOne)).toBeLessThanOrEqual(MAX_A_MINUTE.ofOne)
    }
    await other.stop()
    await app.stop()
    for (const node of nodes) await node[Symbol.asyncDispose]()
  },
)

/** Lists the most frequent statements, as the message of a failure. */
function mostFrequentStatements(statements: string[]): string {
  return [...Map.groupBy(statements, (text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 90))]
    .toSorted(([, one], [, another]) => another.length - one.length)
    .map(([text, times]) => `${times.length} × ${text}`)
    .join('\n')
}
