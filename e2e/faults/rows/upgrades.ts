import { findDifferences, structureOf } from '../../../scripts/support/fingerprint.ts'
import { migrateDatabase } from '../../../scripts/database/migrate.ts'
import { withDatabase } from '#db/test-database.ts'
import { RELEASES, type Release } from '#db/releases/test-releases.ts'
import { violatedInvariants, fillRelease, createReleaseTables, upgradeUnderTraffic } from '#db/releases/test-upgrade.ts'
import { createEmptyDatabase } from '../../support/script.ts'
import { expectThat } from '../checks.ts'
import type { Fault, FaultWorld } from '../fault.ts'

async function upgrade(world: FaultWorld, release: Release): Promise<string> {
  const [ownerUrl, freshUrl] = [await createEmptyDatabase(), await createEmptyDatabase()]
  const ways = { databaseUrl: ownerUrl, ownerUrl }
  await createReleaseTables(ways, release)
  await fillRelease(ownerUrl, release, world.shortOrLong(20_000, 300_000))
  const { before, meanwhile, after, stoppedIn, seconds } = await upgradeUnderTraffic(
    ways,
    release,
    world.shortOrLong(2_000, 10_000),
  )
  const failed = [...before.failed, ...meanwhile.failed, ...after.failed]
  expectThat(failed.length === 0, `${failed.length} statements failed: ${failed[0]}`)
  const broken = Object.keys(await violatedInvariants(ownerUrl))
  expectThat(broken.length === 0, `after the upgrade there is ${broken.join(', ')}`)
  await migrateDatabase(freshUrl)
  await withDatabase(
    (one) =>
      withDatabase(async (fresh) => {
        const other = findDifferences(await structureOf(one), await structureOf(fresh))
        expectThat(other.length === 0, `the schema differs from a new database: ${other.join(', ')}`)
      }, freshUrl),
    ownerUrl,
  )
  const longest = [before, meanwhile, after].map((traffic) => `${traffic.longest} ms`).join(', ')
  return `${meanwhile.answers} statements in ${Math.round(seconds)} s, none failed; the longest before, during and after it: ${longest}; killed at: ${stoppedIn.split('\n').at(-1)?.slice(0, 60)}`
}

/** The faults about upgrades: for each earlier release, the upgrade of its database. */
export const UPGRADE_FAULTS: Fault[] = RELEASES.map((release) => ({
  row: 29,
  title: `An upgrade from ${release.name} under traffic`,
  how: `its schema with 20,000 (300,000) users, repositories and history entries; its own statements read and write; meanwhile \`db:migrate\` is killed midway with its connection, and run again`,
  pass: 'no statement waits for a lock for a second or fails at 3 s; the second run continues; then the schema is that of a new database',
  isForLongRuns: true,
  run: (world: FaultWorld) => upgrade(world, release),
}))
