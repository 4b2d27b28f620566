import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'

/** Gives a person a name; the same as the one they have is fine. */
export async function saveName(db: Database, userId: string, name: string): Promise<void> {
  await db.update(user).set({ name }).where(eq(user.id, userId))
}
