import { index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { CODE_PURPOSES, MAIL_STATES } from '#lib/code-purpose.ts'
import { createdAt, id, moment, updatedAt } from './columns.ts'

/**
 * better-auth's short-lived secrets: the states of sign-ins through a provider, and the internal codes that open a session. An
 * internal code is created and deleted in one transaction. The codes that users enter are in `codeRequest`.
 */
export const verification = pgTable(
  'verification',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => crypto.randomUUID()),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.identifier), index().on(table.expiresAt)],
)

/** A request for a code of any purpose: the hash of the code, the number of attempts, and the state of the mail. */
export const codeRequest = pgTable(
  'code_request',
  {
    id: id(),
    addressKey: text().notNull(),
    browserKey: text().notNull(),
    purpose: text({ enum: CODE_PURPOSES }).notNull().default('sign-in'),
    /** The session that requested the code; null for a sign-in, because there is no session yet. */
    sessionId: uuid(),
    /** A keyed hash of the code and the id; null if a node of an older release created the row. */
    codeHash: text(),
    mailState: text({ enum: MAIL_STATES }).notNull().default('queued'),
    /** The number of codes entered, including correct ones; one more than the limit stands for any larger number. */
    tries: smallint().notNull().default(0),
    /** The time at which the code was redeemed. */
    usedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.addressKey, table.browserKey, table.createdAt), index().on(table.createdAt)],
)

/** A browser that has signed in with an address. It has separate rate limits, so that others cannot lock the user out. */
export const knownBrowser = pgTable(
  'known_browser',
  {
    addressKey: text().notNull(),
    browserKey: text().notNull(),
    lastSignInAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.addressKey, table.browserKey] }), index().on(table.lastSignInAt)],
)

/** The uses of a rate limit in the current window on all nodes. Addresses and networks in the key are keyed hashes. */
export const throttle = pgTable(
  'throttle',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: moment().notNull(),
  },
  (table) => [index().on(table.endsAt)],
)
