import type { PgTable } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

type Tables = typeof schema

/** The name of a table in the code. */
export type TableName = { [Name in keyof Tables]: Tables[Name] extends PgTable ? Name : never }[keyof Tables]

/**
 * The owner of a table's rows, with whom they are deleted:
 * - `organization`: the one that `organizationId` names; a row without one is everybody's. Queries say whose rows they
 *   are about by `src/db/scope.ts`.
 * - `user`: a person, by a column that refers to them.
 * - `everybody`: nobody in particular; all who are signed in see them.
 * - `with`: the owner of a row in another table.
 * - `system`: the product itself, with the reason.
 */
export type TableOwner = 'organization' | 'user' | 'everybody' | { with: TableName } | { system: string }

/** For each table, whose rows it holds. `src/architecture/table-owners.test.ts` compares this with the tables. */
export const TABLE_OWNERS = {
  account: 'user',
  adminAddress: { system: 'outlives the accounts of administrators, whose addresses it keeps as hashes' },
  apiKey: 'user',
  bulkJob: { system: 'work of administrators, which the others look after once one is gone' },
  bulkJobRow: { with: 'bulkJob' },
  codeRequest: { system: 'asked for by an address that may have no account yet; kept for a day' },
  favourite: 'user',
  historyEvent: { system: 'outlives whom it is about' },
  idempotencyKey: { with: 'apiKey' },
  invitation: 'user',
  knownBrowser: { system: 'keyed hashes of addresses, with and without an account' },
  member: 'organization',
  noticeLink: { system: 'works after the account is gone, whose former owner follows it' },
  openedRepository: 'user',
  organization: 'organization',
  organizationInvitation: 'organization',
  passkey: 'user',
  passkeyChallenge: { system: 'asked for by a browser before anybody is known; kept for minutes' },
  recoveryCode: 'user',
  repository: 'organization',
  repositoryLink: { with: 'repository' },
  sandboxMail: { system: 'mails of a sandbox, which is deleted as a whole' },
  savedView: 'user',
  serverProcess: { system: 'processes of the server' },
  session: 'user',
  tally: { system: 'figures of the other tables' },
  throttle: { system: 'counts of limits, by keyed hashes' },
  user: 'user',
  verification: { system: 'a sign-in through a provider, before anybody is known; kept for minutes' },
  webhook: { system: 'all administrators look after them together' },
  webhookDelivery: { with: 'webhook' },
} satisfies Record<TableName, TableOwner>
