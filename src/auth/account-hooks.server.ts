import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/client.ts'

/** The context of a data export; its session is that of the user whose data is exported. */
interface DataExportContext {
  db: Database
  session: { viewer: { id: string; email: string } }
}

/** Identity providers, as options of better-auth. */
type Providers = NonNullable<BetterAuthOptions['socialProviders']>

/** Hooks of a feature for events of an account. They run in the transaction of the event; an error rolls it back. */
export interface AccountHooks {
  /** Runs when a user signs up. */
  signedUp?: (db: Database, userId: string) => Promise<void>
  /** Runs when a user reports unrecognized activity. Must remove everything that would let an attacker sign in again. */
  secureAccount?: (db: Database, userId: string) => Promise<void>
  /** Returns this feature's part of a user's data export, by field names in the file. Must not contain secrets. */
  exportedData?: (context: DataExportContext) => Promise<Record<string, unknown>>
  /**
   * The user's figures that every page shows, by name: SQL expressions in the query that reads the session. The user's ID is
   * `"session"."user_id"`. The expressions must be cheap, and null instead of 0.
   */
  figures?: Record<string, SQL<number | null>>
  /** Returns additional identity providers. */
  providers?: () => Providers
  /** Returns plugins of better-auth that add other identity providers, by the IDs of these providers. */
  providerPlugins?: () => Record<string, BetterAuthPlugin>
}

let accountHooks: AccountHooks[] = []

/** Registers the hooks of all features for this process, because better-auth cannot pass them to its own hooks. */
export function registerAccountHooks(provided: AccountHooks[]): void {
  accountHooks = provided
}

/** Notifies features of a sign-up, one after the other. */
export async function runSignedUpHooks(db: Database, userId: string): Promise<void> {
  for (const { signedUp } of accountHooks) await signedUp?.(db, userId)
}

/** Makes each feature, one after the other, remove everything that would let an attacker sign in again. */
export async function runSecureAccountHooks(db: Database, userId: string): Promise<void> {
  for (const { secureAccount } of accountHooks) await secureAccount?.(db, userId)
}

/** Collects each feature's data about a user, one after the other. */
export async function collectFeatureData(context: DataExportContext): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {}
  for (const { exportedData } of accountHooks) Object.assign(data, await exportedData?.(context))
  return data
}

/** Returns the SQL expression for all features' figures about the user of a session; it leaves out figures that are null. */
export function userFiguresExpression(): SQL<Record<string, number>> {
  const figures = accountHooks.flatMap((hooks) => Object.entries(hooks.figures ?? {}))
  const pairs = figures.map(([name, figure]) => sql`${sql.raw(`'${name}'`)}, ${figure}`)
  return sql`json_strip_nulls(json_build_object(${sql.join(pairs, sql`, `)}))`
}

/** Returns the configured identity providers of features, by ID. */
export function providersOfFeatures(): Providers {
  return Object.assign({}, ...accountHooks.map(({ providers }) => providers?.())) as Providers
}

/** Returns the plugins of features that add identity providers, by the IDs of these providers. */
export function providerPluginsOfFeatures(): Record<string, BetterAuthPlugin> {
  return Object.assign({}, ...accountHooks.map(({ providerPlugins }) => providerPlugins?.())) as Record<
    string,
    BetterAuthPlugin
  >
}

/** Returns the IDs of all configured identity providers. */
export function providerIdsOfFeatures(): string[] {
  return [...Object.keys(providersOfFeatures()), ...Object.keys(providerPluginsOfFeatures())]
}
