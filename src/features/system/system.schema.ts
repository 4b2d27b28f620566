import * as z from 'zod/mini'
import type { QueueState } from '#queue/queue-state.server.ts'
import { emailField } from '#user/user-fields.ts'
import type { EmailLimit, ExhaustedLimit } from './exhausted-limits.server.ts'
import type { DeadMailJob } from './system-jobs.server.ts'

export const addressInput = z.object({ email: emailField })

/** The input of an action on a job, by its number. */
export const jobInput = z.object({ id: z.string().check(z.regex(/^\d{1,18}$/)) })

/** The input of an action on a limit, by its hash. */
export const limitInput = z.object({ id: z.string().check(z.regex(/^[\w-]{20,64}$/)) })

/** The state of the system, at the database's current time. */
export interface SystemState {
  build: { version: string; commit: string | null }
  processes: ServerProcess[]
  queue: QueueState
  /** Latest first, at most one page. */
  deadJobs: DeadMailJob[]
  /** Longest-lasting first, at most one page. */
  limits: ExhaustedLimit[]
  database: DatabaseState
}

/** A server process, on any host. */
export interface ServerProcess {
  id: string
  host: string
  pid: number
  version: string
  commit: string | null
  /** ISO 8601; null in a demo */
  startedAt: string | null
  /** ISO 8601 */
  seenAt: string
  /** Whether the process has sent a recent heartbeat; otherwise it is frozen or has ended. */
  isUp: boolean
}

export interface DatabaseState {
  /** null in a demo */
  version: string | null
  bytes: number
  connections: number
  maxConnections: number
  replicas: Replica[]
  migrations: { count: number; latest: string | null }
}

export interface Replica {
  /** The ID of the primary's process that sends the log to this standby (WAL sender). */
  pid: number
  name: string
  /** PostgreSQL's replication state, for example `streaming`; null if the app's database role is not allowed to read it. */
  state: string | null
  lagSeconds: number | null
}

export type { EmailLimit, DeadMailJob, ExhaustedLimit }
