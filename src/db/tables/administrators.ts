import { pgTable, text } from 'drizzle-orm/pg-core'

/** Hashes of all emails that administrators ever had, saved by a trigger. ADMIN_EMAILS does not promote these emails again. */
export const adminAddress = pgTable('admin_address', { hash: text().primaryKey() })
