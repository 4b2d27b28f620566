import { testedBy, type Fault } from '../faults/fault.ts'

/** The faults about the standby for reads, which `npm run test:faults` runs. */
export const STANDBY_FAULTS: Fault[] = [
  testedBy(
    {
      row: 34,
      title: 'The standby for reads is behind or down',
      how: 'replay on the standby is paused during reads and writes; the standby is killed with kill -9',
      pass: 'the writer sees a change immediately, other users within 8 s; without the standby all reads go to the primary',
    },
    { file: 'e2e/standby-reads/standby-reads.e2e.ts' },
  ),
]
