import { index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, updatedAt } from './columns.ts'

/** better-auth's short-lived secrets: login codes (keyed hash, bound to the browser that asked) and social sign-in states. */
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

/** One request for a code: what the pages of that browser may see of it, and the count of tries. */
export const codeRequest = pgTable(
  'login_request',
  {
    id: id(),
    addressKey: text().notNull(),
    browserKey: text().notNull(),
    /** What the code is for; it confirms nothing else. */
    purpose: text({ enum: ['sign-in', 'change-email', 're-authenticate', 'delete-account'] })
      .notNull()
      .default('sign-in'),
    /** The session that asked, and a keyed hash of the code; null for a sign-in, whose code better-auth keeps. */
    sessionId: uuid(),
    codeHash: text(),
    mailState: text({ enum: ['queued', 'delayed', 'sent', 'failed'] })
      .notNull()
      .default('queued'),
    tries: smallint().notNull().default(0),
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

/** Counts of a limit within its window, shared by all nodes. The key is a keyed hash. */
export const throttle = pgTable(
  'throttle',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: moment().notNull(),
  },
  (table) => [index().on(table.endsAt)],
)
