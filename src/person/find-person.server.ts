import { eq, getTableColumns } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'

// What the database makes of the other columns, for lists alone.
const { sortName: _sortName, searchText: _searchText, ...columns } = getTableColumns(user)

/** Everything that is kept in the row of a person. */
export type Person = Omit<typeof user.$inferSelect, 'sortName' | 'searchText'>

/** Finds a person; undefined when there is none with this id. */
export async function findPerson(db: Database, id: string): Promise<Person | undefined> {
  const [found] = await db.select(columns).from(user).where(eq(user.id, id))
  return found
}

/** Reads a person who has to be there. @throws {AppError} NOT_FOUND */
export async function getPerson(db: Database, id: string): Promise<Person> {
  const found = await findPerson(db, id)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** Reads a person and holds the row until the transaction ends. @throws {AppError} NOT_FOUND */
export async function lockPerson(db: Database, id: string): Promise<Person> {
  const [found] = await db.select(columns).from(user).where(eq(user.id, id)).for('update')
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
