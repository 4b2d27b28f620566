import * as z from 'zod/mini'
import type { QueueState } from '#jobs/queue-state.server.ts'
import { emailField } from '#person/person-fields.ts'
import type { AddressLimit, SpentLimit } from './spent-limits.server.ts'
import type { DeadJob } from './system-jobs.server.ts'

export const addressInput = z.object({ email: emailField })
export type AddressInput = z.infer<typeof addressInput>

/** The input of what is done to a job of the queue, by its number. */
export const jobInput = z.object({ id: z.string().check(z.regex(/^\d{1,18}$/)) })

/** The input of what is done to a limit, by the hash that stands for it. */
export const limitInput = z.object({ id: z.string().check(z.regex(/^[\w-]{20,64}$/)) })

/** The state of the system, at the database's now. */
export interface SystemState {
  build: { version: string; commit: string | null }
  processes: ServerProcess[]
  queue: QueueState
  /** The latest first, as many as a page has. */
  deadJobs: DeadJob[]
  /** Those that last longest first, as many as a page has. */
  limits: SpentLimit[]
  database: DatabaseState
}

/** A process that serves, on whatever computer. */
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
  /** Whether it has said so lately; one that has not is frozen or gone. */
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
  /** Of the process that sends to it. */
  pid: number
  name: string
  /** As PostgreSQL says it: `streaming`, say; null where this role may not know. */
  state: string | null
  lagSeconds: number | null
}

export type { AddressLimit, DeadJob, SpentLimit }
