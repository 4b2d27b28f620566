import { solveChallengeWorkers } from 'altcha-lib'
import type { WorkChallenge } from '#lib/app-error.ts'

/** More would make a phone hot and the page slow, for little. */
const MOST_WORKERS = 4

/**
 * Does the work that a challenge asks for, in workers, so that the page stays alive.
 * @throws when this browser cannot
 */
export async function solveChallenge(challenge: WorkChallenge) {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency),
    createWorker: () => new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' }),
  })
  if (!solution) throw new Error('the challenge was not solved in time')
  return { challenge, solution }
}
