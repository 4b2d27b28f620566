/** The most connections of one process for requests, for searches, and for its two workers; one of each listens for jobs. */
export const POOL_SIZES = { requests: 10, searches: 4, jobs: 6, outsideJobs: 3, sandbox: 2 }

/** The connections on which a process says that its two workers live. */
const WORKER_LOCKS = 2

/**
 * The most connections that one process opens to PostgreSQL itself.
 * @param isPooled whether a pooler stands before it, which requests and searches go through
 */
export function connectionsOfProcess(isPooled: boolean): number {
  const { requests, searches, jobs, outsideJobs } = POOL_SIZES
  return jobs + outsideJobs + WORKER_LOCKS + (isPooled ? 0 : requests + searches)
}
