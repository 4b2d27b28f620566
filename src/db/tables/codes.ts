import { index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { CODE_PURPOSES, MAIL_STATES } from '#lib/code-purpose.ts'
import { createdAt, id, moment, updatedAt } from './columns.ts'

/**
 * better-auth's short-lived secrets: states of sign-ins through a provider. A code that a person enters is not here, but the
 * one that opens their session is, within the transaction that uses it up.
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

/** One request for a code, whatever the code is for: its hash, the count of tries, and the state of its mail. */
export const codeRequest = pgTable(
  'code_request',
  {
    id: id(),
    addressKey: text().notNull(),
    browserKey: text().notNull(),
    purpose: text({ enum: CODE_PURPOSES }).notNull().default('sign-in'),
    /** The session that asked; null for a sign-in, which has none yet. */
    sessionId: uuid(),
    /** A keyed hash of the code and the id; null where a node of an older release made it. */
    codeHash: text(),
    mailState: text({ enum: MAIL_STATES }).notNull().default('queued'),
    /** Codes entered, right ones included; one more than a code allows stands for any number. */
    tries: smallint().notNull().default(0),
    /** When the code did what it was for. */
    usedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.addressKey, table.browserKey, table.createdAt), index().on(table.createdAt)],
)

/** A browser that has signed in to an address: it keeps a budget of its own, so strangers cannot lock its owner out. */
export const knownBrowser = pgTable(
  'known_browser',
  {
    addressKey: text().notNull(),
    browserKey: text().notNull(),
    lastSignInAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.addressKey, table.browserKey] }), index().on(table.lastSignInAt)],
)

/** Counts of a limit within its window, shared by all nodes. Addresses and networks are in the key as keyed hashes. */
export const throttle = pgTable(
  'throttle',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: moment().notNull(),
  },
  (table) => [index().on(table.endsAt)],
)
