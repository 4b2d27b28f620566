import { pgTable, text } from 'drizzle-orm/pg-core'

/** Hashes of the addresses that administrators ever had, kept by a trigger: ADMIN_EMAILS makes nobody of them one again. */
export const adminAddress = pgTable('admin_address', { hash: text().primaryKey() })
