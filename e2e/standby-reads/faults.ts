import { heldBy, type Fault } from '../faults/fault.ts'

/** Rows about the standby for lists and figures. */
export const STANDBY_FAULTS: Fault[] = [
  heldBy(
    {
      row: 34,
      title: 'The standby for late reads is behind, or gone',
      how: 'replay on the standby is paused under who writes and who reads; the standby is killed with kill -9',
      pass: 'whoever wrote sees it at once, others within 8 s; without the standby everything is read from the primary',
    },
    { file: 'e2e/standby-reads/standby-reads.e2e.ts' },
  ),
]
