import { bigint, customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from './columns.ts'
import { userReference } from './users.ts'

const bytes = customType<{ data: Uint8Array<ArrayBuffer>; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
  fromDriver: (value) => new Uint8Array(value),
})

/** The purposes of a challenge. An answer for one purpose is invalid for the others. */
export const PASSKEY_PURPOSES = ['sign-in', 'add', 'confirm'] as const

/** The public key of a passkey. It gives no access, because the private key never leaves the user's devices. */
export const passkey = pgTable(
  'passkey',
  {
    id: id(),
    userId: userReference(),
    /** The authenticator's id of the passkey, in base64url. */
    credentialId: text().notNull().unique('passkey_credential_id_unique'),
    publicKey: bytes().notNull(),
    /** The number of signatures, as the authenticator reports it; zero if it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    /** The name that the user chose; until then that of the maker or the device, or empty if both are unknown. */
    name: text().notNull(),
    lastUsedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId)],
)

/** A short-lived challenge for a passkey. The first answer deletes the row. */
export const passkeyChallenge = pgTable(
  'passkey_challenge',
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: PASSKEY_PURPOSES }).notNull(),
    browserKey: text().notNull(),
    /** The session that requested the challenge; null for a sign-in, because there is no session yet. */
    sessionId: uuid(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.createdAt)],
)

/** Codes that replace a lost passkey, as slow hashes. Each can be used once. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    id: id(),
    userId: userReference(),
    codeHash: text().notNull().unique('recovery_code_code_hash_unique'),
    usedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId)],
)
