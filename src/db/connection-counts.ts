/** The most connections of one process for requests, for searches, and for its two workers; one of each listens for jobs. */
export const POOL_SIZES = { requests: 10, searches: 4, jobs: 6, outsideJobs: 3, sandbox: 2, sandboxJobs: 1 }

/** Sandboxes that one process is connected to at once. */
export const OPEN_SANDBOXES = 12

/** The connection on which a process says that its two workers live. */
const WORKER_LOCK = 1

/** The connections of a sandbox besides, while jobs run there: its lock, and one for what takes long. */
const SANDBOX_WORK = 2

/** The connection on which a process makes sandboxes, one after the other. */
const SANDBOX_MAKER = 1

/** The settings that the connections of a process depend on. */
export interface WaysToDatabase {
  /** Whether a pooler stands before PostgreSQL, which requests and searches go through. */
  isPooled: boolean
  hasSandboxes: boolean
}

/** The most connections that one process opens to PostgreSQL itself. */
export function connectionsOfProcess({ isPooled, hasSandboxes }: WaysToDatabase): number {
  const { requests, searches, jobs, outsideJobs, sandbox, sandboxJobs } = POOL_SIZES
  const ofSandboxes = OPEN_SANDBOXES * (sandbox + sandboxJobs + SANDBOX_WORK) + SANDBOX_MAKER
  const ofRequests = isPooled ? 0 : requests + searches
  return jobs + outsideJobs + WORKER_LOCK + ofRequests + (hasSandboxes ? ofSandboxes : 0)
}
