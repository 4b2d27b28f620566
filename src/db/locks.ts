/** The keys of PostgreSQL's advisory locks. The values are arbitrary, but distinct, and the same on every node. */
export const LOCKS = {
  /** Held while migrating, so that only one node migrates at a time. */
  migrating: 72_616_329,
  /** Held by `runIfOnlyWorker`. Each worker's own key is a hash with this seed: `src/queue/worker-lock.server.ts`. */
  worker: 72_616_330,
  /** Held while sandboxes are counted and created, so that only one database is created at a time. */
  sandboxes: 72_616_331,
} as const
