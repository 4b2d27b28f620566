import { pgTable, text } from 'drizzle-orm/pg-core'

/** Hashes of all addresses that administrators ever had, kept by a trigger. ADMIN_EMAILS does not promote them again. */
export const adminAddress = pgTable('admin_address', { hash: text().primaryKey() })
