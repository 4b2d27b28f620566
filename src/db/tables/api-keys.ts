import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from './columns.ts'
import { user } from './people.ts'

/**
 * A key by which a program of an administrator calls `/api/v1`. Of its secret there is only a hash, so this table opens
 * nothing; a trigger of migration 0016 ends all keys of who is demoted or banned.
 */
export const apiKey = pgTable(
  'api_key',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    secretHash: text().notNull(),
    /** Permissions; the key has those of them that its owner has. */
    scopes: text().array().notNull(),
    /** Whether its owner had shown a passkey in the session that made it. */
    hasSecondFactor: boolean().notNull(),
    expiresAt: moment().notNull(),
    /** Moved on at most once a minute. */
    lastUsedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)

/** An answer to a change, for a program that asks again, not knowing whether it was done. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    apiKeyId: uuid()
      .notNull()
      .references(() => apiKey.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** Of method, path and body: another request under the same key is a mistake of the caller. */
    requestHash: text().notNull(),
    status: integer().notNull(),
    headers: jsonb().$type<Record<string, string>>().notNull(),
    /** As it was sent; null for none. */
    body: text(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.apiKeyId, table.key] }), index().on(table.createdAt)],
)
