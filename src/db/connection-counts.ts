/** The maximum number of connections of one process, by purpose. One connection of each of its two workers listens for jobs. */
export const POOL_SIZES = { requests: 10, searches: 4, jobs: 6, externalJobs: 3, sandbox: 2, sandboxJobs: 1 }

/** The maximum number of sandboxes that one process is connected to at the same time. */
export const MAX_OPEN_SANDBOXES = 12

/** The connection that holds the locks of the two workers of a process. */
const WORKER_LOCK_CONNECTIONS = 1

/** The additional connections of a sandbox while its jobs run: one for its lock and one for long work. */
const SANDBOX_WORK_CONNECTIONS = 2

/** The connection on which a process creates sandboxes, one after the other. */
const SANDBOX_CREATION_CONNECTIONS = 1

/** The settings that determine how many connections a process opens. */
export interface DatabaseUrls {
  /** Whether requests and searches reach PostgreSQL through a pooler. */
  isPooled: boolean
  hasSandboxes: boolean
}

/** Returns the maximum number of connections that one process opens directly to PostgreSQL. */
export function connectionsOfProcess({ isPooled, hasSandboxes }: DatabaseUrls): number {
  const { requests, searches, jobs, externalJobs, sandbox, sandboxJobs } = POOL_SIZES
  const ofSandboxes =
    MAX_OPEN_SANDBOXES * (sandbox + sandboxJobs + SANDBOX_WORK_CONNECTIONS) + SANDBOX_CREATION_CONNECTIONS
  const ofRequests = isPooled ? 0 : requests + searches
  return jobs + externalJobs + WORKER_LOCK_CONNECTIONS + ofRequests + (hasSandboxes ? ofSandboxes : 0)
}
