import { expect, test } from 'vitest'
import { structureOf } from './support/fingerprint.ts'
import { withOwnDatabase } from '#db/test-database.ts'
import { RELEASES } from '#db/releases/test-releases.ts'
import { violatedInvariants, fillRelease, createReleaseTables, upgradeUnderTraffic } from '#db/releases/test-upgrade.ts'

/** The number of rows of each kind. Row 29 of `npm run test:faults -- --long` runs this with 300,000. */
const ROWS = 5_000

test.each(RELEASES)(
  'an upgrade from $name that is interrupted halfway does not disturb the nodes of that release',
  { timeout: 180_000 },
  (release) =>
    withOwnDatabase((_, fresh) =>
      withOwnDatabase(
        async (__, owner, ways) => {
          await createReleaseTables(ways, release)
          await fillRelease(ways.ownerUrl, release, ROWS)
          const { before, meanwhile, after } = await upgradeUnderTraffic(ways, release, 500)
          expect([...before.failed, ...meanwhile.failed, ...after.failed]).toEqual([])
          expect(await violatedInvariants(ways.ownerUrl)).toEqual({})
          expect(await structureOf(owner)).toEqual(await structureOf(fresh))
        },
        { isEmpty: true },
      ),
    ),
)
