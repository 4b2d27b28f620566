import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '../../db/tables/columns.ts'
import { userReference } from '../../db/tables/users.ts'

/**
 * A key with which a program of an administrator calls `/api/v1`. Only a hash of the secret is stored, so the table reveals no
 * usable key. A trigger in `api-keys.sql` deletes all keys of a user who is demoted or banned.
 */
export const apiKey = pgTable(
  'api_key',
  {
    id: id(),
    userId: userReference(),
    name: text().notNull(),
    secretHash: text().notNull(),
    /** The permissions of the key. A permission that the owner no longer has is ignored. */
    scopes: text().array().notNull(),
    /** Whether the session that created the key had shown a second factor. */
    hasSecondFactor: boolean().notNull(),
    expiresAt: moment().notNull(),
    /** Updated at most once a minute. */
    lastUsedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)

/** A response to a change, stored for programs that repeat a request because they don't know whether it was executed. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    apiKeyId: uuid()
      .notNull()
      .references(() => apiKey.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** The hash of operation, path and body. A different request with the same key is the caller's mistake. */
    requestHash: text().notNull(),
    status: integer().notNull(),
    headers: jsonb().$type<Record<string, string>>().notNull(),
    /** The body of the response; null if it had no body. */
    body: text(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.apiKeyId, table.key] }), index().on(table.createdAt)],
)

/** The last calls of each key, as its owner sees them, without the query and the body, which can have personal data. */
export const apiCall = pgTable(
  'api_call',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    apiKeyId: uuid()
      .notNull()
      .references(() => apiKey.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    method: text().notNull(),
    /** The path below /api/v1. */
    path: text().notNull(),
    /** The status of the response. */
    status: integer().notNull(),
  },
  (table) => [index().on(table.apiKeyId, table.at, table.id)],
)
