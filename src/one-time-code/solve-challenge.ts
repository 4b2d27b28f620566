import { solveChallengeWorkers } from 'altcha-lib'
import type { WorkChallenge } from '#lib/app-error.ts'

/** Maximum number of workers; more would heat up a phone and slow down the page for little gain. */
const MAX_WORKERS = 4

/**
 * Solves a challenge in workers, so that the page stays responsive.
 * @throws if this browser cannot solve it
 */
export async function solveChallenge(challenge: WorkChallenge) {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency),
    createWorker: () => new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' }),
  })
  if (!solution) throw new Error('the challenge was not solved in time')
  return { challenge, solution }
}
