/** The keys of PostgreSQL's advisory locks. The values are arbitrary, but distinct, and the same on every node. */
export const LOCKS = {
  /** Held while migrating, so that one node migrates at a time. */
  migrating: 72_616_329,
  /** The lock of the only worker, and the seed of the locks of single workers: `src/jobs/worker-lock.server.ts`. */
  worker: 72_616_330,
  /** Held while sandboxes are counted and created, so that one database is created at a time. */
  sandboxes: 72_616_331,
} as const
