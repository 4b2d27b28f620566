/** The numbers of PostgreSQL's advisory locks: any, but each for one thing, and the same on every node. */
export const LOCKS = {
  /** One node migrates at a time. */
  migrating: 72_616_329,
  /** One of all workers, and the seed of each one's own: `src/jobs/worker-lock.server.ts`. */
  worker: 72_616_330,
  /** Databases of sandboxes are made one at a time, and counted before. */
  sandboxes: 72_616_331,
} as const
