import type { BetterAuthOptions } from 'better-auth'
import type { Database } from '#db/client.ts'
import type { Session } from './current-session.server.ts'

/** Whose data is taken. */
interface TakingContext {
  db: Database
  session: { viewer: Pick<Session['viewer'], 'id' | 'email'> }
}

/** Other sites through which people may sign in, as better-auth is told of them. */
type Providers = NonNullable<BetterAuthOptions['socialProviders']>

/** Work of a feature at moments of an account, in the same transaction: what throws undoes the moment. */
export interface AccountMoments {
  /** Somebody made an account for themselves. */
  signedUp?: (db: Database, userId: string) => Promise<void>
  /** Somebody takes along all that is kept about them: this feature's part, by its names in the file. No token or secret. */
  dataTaken?: (context: TakingContext) => Promise<Record<string, unknown>>
  /** People may sign in through these, too. */
  providers?: () => Providers
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

/** Collects what each feature keeps about a person, one after the other. */
export async function collectFromFeatures(context: TakingContext): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {}
  for (const { dataTaken } of moments) Object.assign(data, await dataTaken?.(context))
  return data
}

/** Returns the providers that features bring, by their ids: those that are configured. */
export function providersOfFeatures(): Providers {
  return Object.assign({}, ...moments.map(({ providers }) => providers?.())) as Providers
}
