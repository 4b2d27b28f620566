import type { Database } from '#db/client.ts'

/** Work of a feature at moments of an account, in the same transaction: what throws undoes the moment. */
export interface AccountMoments {
  /** Somebody made an account for themselves. */
  signedUp?: (db: Database, userId: string) => Promise<void>
}

let moments: AccountMoments[] = []

/** Makes the work of features known to this process. better-auth calls its hooks by itself, so nothing hands it to them. */
export function provideAccountMoments(provided: AccountMoments[]): void {
  moments = provided
}

/** Tells features that somebody signed up, one after the other. */
export async function tellSignedUp(db: Database, userId: string): Promise<void> {
  for (const { signedUp } of moments) await signedUp?.(db, userId)
}
