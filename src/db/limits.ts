import { and, eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { AppError } from '#lib/app-error.ts'
import type { Database } from './client.ts'
import { user } from './schema.ts'
import type { TableName } from './table-owners.ts'
import { requireBudget } from './throttle.ts'

/** The limit of a kind of rows that people add: by person and day, and at once where `most` is given. */
interface Limit {
  most?: number
}

/** For each table, how many rows people may add, or the reason why nothing has to limit them. */
export const LIMITS = {
  apiKey: { most: appConfig.apiKey.mostPerPerson },
  bulkJob: { most: appConfig.csv.mostDrafts },
  favourite: { most: appConfig.favourites.mostPerPerson },
  // Of administrators, who invite people to the product.
  invitation: {},
  member: { most: appConfig.organization.mostMembers },
  organization: { most: appConfig.organization.mostOwnedPerPerson },
  organizationInvitation: { most: appConfig.organization.mostInvitations },
  passkey: { most: appConfig.passkey.mostPerPerson },
  // Those that are everybody's have a limit by day alone: administrators add them, and import very many.
  repository: {
    most: appConfig.repository.mostPerOrganization, // of owned rows
  },
  savedView: { most: appConfig.savedView.mostPerList },
  user: {},
  webhook: { most: appConfig.webhooks.most },

  account: 'one for each provider that somebody signs in by',
  adminAddress: 'one for each address of an administrator',
  bulkJobRow: 'the rows of a job: as many as a file may have, or as there are of what the job is about',
  codeRequest: 'one for each code, which budgets by address and network limit',
  historyEvent: 'one for each change, which have limits of their own',
  idempotencyKey: 'one for each change by a key, which its budget limits; kept for a day',
  knownBrowser: 'one for each browser that signs in by a code',
  noticeLink: 'one for each notice, of which so many of a kind are sent in a day',
  openedRepository: 'no more of them are kept than are shown',
  passkeyChallenge: 'a budget by network limits them; kept for minutes',
  recoveryCode: 'ten for each administrator, in place of those before',
  repositoryLink: 'one for each repository',
  sandboxMail: 'in sandboxes alone, whose size is limited',
  serverProcess: 'one for each process of the server',
  session: 'one for each sign-in, which codes and passkeys limit',
  tally: 'figures of the other tables',
  throttle: 'one for each budget, gone when its time is over',
  verification: 'one for each sign-in through a provider, which a budget by network limits; kept for minutes',
  webhookDelivery: 'one for each event and webhook, and for each test, which a budget limits',
} satisfies Record<TableName, Limit | string>

/** The kinds of rows whose number is limited. */
export type LimitedKind = { [Name in TableName]: (typeof LIMITS)[Name] extends string ? never : Name }[TableName]

interface Adding {
  db: Database
  /** Who adds it. */
  actor: { id: string }
  /** Whether a job adds it, which was counted as one itself. */
  isJob?: boolean
}

interface Counted {
  /** The id of whom the limit is for: a person, an organization. Those who add for the same one come one after the other. */
  holder: string
  count: () => Promise<number>
  refusal?: AppError
}

/**
 * Makes sure, in the transaction that adds a row, that there is room for one more, and counts it towards the day of who
 * adds it.
 * @throws {AppError} the given refusal, or NO_ROOM; TOO_MANY_TODAY
 */
export async function takeRoom(context: Adding, kind: LimitedKind, counted?: Counted): Promise<void> {
  if (context.isJob) return
  await requireRoom(context, kind, counted)
  await spendOfDay(context, `added:${kind}`, appConfig.creationsPerDay)
}

/**
 * Counts a change of a row towards the day of who makes it, in front of all that the change holds.
 * @throws {AppError} TOO_MANY_TODAY
 */
export async function countChange(context: Adding, kind: LimitedKind): Promise<void> {
  if (!context.isJob) await spendOfDay(context, `changed:${kind}`, appConfig.changesPerDay)
}

async function spendOfDay(
  { db, actor }: Adding,
  key: string,
  { person, administrator }: { person: number; administrator: number },
): Promise<void> {
  const isAdministrator = (await db.$count(user, and(eq(user.id, actor.id), eq(user.role, 'admin')))) > 0
  const count = isAdministrator ? administrator : person
  await requireBudget(db, [{ key: `${key}:${actor.id}`, count, seconds: 86_400 }], 'TOO_MANY_TODAY')
}

/** Makes sure that there is room for one more that comes back. @throws {AppError} as `takeRoom`, but for the day */
export async function requireRoom({ db, isJob }: Adding, kind: LimitedKind, counted?: Counted): Promise<void> {
  const { most }: Limit = LIMITS[kind]
  if (isJob || most === undefined || !counted) return
  const { holder, count, refusal = new AppError('NO_ROOM') } = counted
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:${holder}`}, 0))`)
  if ((await count()) >= most) throw refusal
}
