import { solveChallenge } from 'altcha-lib'
import type { Challenge, Solution } from 'altcha-lib/types'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** A solved challenge, as a browser sends it. */
export interface SolvedChallenge {
  challenge: Challenge
  solution: Solution | null
}

/** Solves the challenge of a refusal. @throws if the refusal has no challenge */
export async function solveChallengeOf(refusal: { body: unknown }): Promise<SolvedChallenge> {
  const { challenge } = refusal.body as { challenge?: Challenge }
  if (!challenge) throw new Error(`the refusal has no challenge: ${JSON.stringify(refusal.body)}`)
  return { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
}
