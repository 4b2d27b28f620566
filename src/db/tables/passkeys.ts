import { bigint, customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from './columns.ts'
import { user } from './people.ts'

const bytes = customType<{ data: Uint8Array<ArrayBuffer>; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
  fromDriver: (value) => new Uint8Array(value),
})

/** The purposes of a challenge: an answer to one is worth nothing for another. */
export const PASSKEY_PURPOSES = ['sign-in', 'add', 'confirm'] as const

/** The public half of a passkey. It opens nothing: the other half never leaves the person's device. */
export const passkey = pgTable(
  'passkey',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The authenticator's name for it, in base64url. */
    credentialId: text().notNull().unique('passkey_credential_id_unique'),
    publicKey: bytes().notNull(),
    /** How often it signed, as it says itself; zero for those that do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    /** The maker's name or the device's, until the person gives it one; empty where neither is known. */
    name: text().notNull(),
    lastUsedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId)],
)

/** A question that a passkey has to answer, once and soon. The row is taken away with the first answer. */
export const passkeyChallenge = pgTable(
  'passkey_challenge',
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: PASSKEY_PURPOSES }).notNull(),
    browserKey: text().notNull(),
    /** The session that asked; null for a sign-in, which has none yet. */
    sessionId: uuid(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.createdAt)],
)

/** Codes that stand in for a lost passkey, as slow hashes, each good for once. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    codeHash: text().notNull().unique('recovery_code_code_hash_unique'),
    usedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId)],
)
