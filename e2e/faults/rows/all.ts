import { PROVIDER_FAULTS } from '../../social-sign-in/faults.ts'
import { STANDBY_FAULTS } from '../../standby-reads/faults.ts'
import type { Fault } from '../fault.ts'
import { BROWSER_FAULTS } from './browser.ts'
import { CLIENT_FAULTS } from './clients.ts'
import { CLOCK_FAULTS } from './clocks.ts'
import { CLUSTER_FAULTS } from './cluster.ts'
import { DATABASE_FAULTS } from './database.ts'
import { DISK_FAULTS } from './disk.ts'
import { TESTED_FAULTS } from './held.ts'
import { LOAD_FAULTS } from './load.ts'
import { MAIL_FAULTS } from './mail.ts'
import { NODE_FAULTS } from './nodes.ts'
import { SECRET_FAULTS } from './secrets.ts'
import { UPGRADE_FAULTS } from './upgrades.ts'

/** All faults of the table in docs/reliability.md, in the order of their numbers. */
export const ALL_FAULTS: Fault[] = [
  LOAD_FAULTS,
  DATABASE_FAULTS,
  NODE_FAULTS,
  MAIL_FAULTS,
  CLOCK_FAULTS,
  CLIENT_FAULTS,
  CLUSTER_FAULTS,
  SECRET_FAULTS,
  DISK_FAULTS,
  BROWSER_FAULTS,
  TESTED_FAULTS,
  PROVIDER_FAULTS,
  STANDBY_FAULTS,
  UPGRADE_FAULTS,
]
  .flat()
  .toSorted((one, other) => one.row - other.row)
