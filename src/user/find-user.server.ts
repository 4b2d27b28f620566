import { eq, getTableColumns } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'

// Exclude the generated columns, which only lists use.
const { sortName: _sortName, searchText: _searchText, ...columns } = getTableColumns(user)

/** All columns of a user's row, except generated ones. */
export type UserRecord = Omit<typeof user.$inferSelect, 'sortName' | 'searchText'>

/** Finds a user by ID; undefined if missing. */
export async function findUserRecord(db: Database, id: string): Promise<UserRecord | undefined> {
  const [found] = await db.select(columns).from(user).where(eq(user.id, id))
  return found
}

/** Returns a user. @throws {AppError} NOT_FOUND */
export async function getUserRecord(db: Database, id: string): Promise<UserRecord> {
  const found = await findUserRecord(db, id)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** Returns a user and locks the row until the transaction ends. @throws {AppError} NOT_FOUND */
export async function lockUser(db: Database, id: string): Promise<UserRecord> {
  const [found] = await db.select(columns).from(user).where(eq(user.id, id)).for('update')
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
