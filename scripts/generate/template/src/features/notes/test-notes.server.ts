import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { contextOn } from '#service/test-context.server.ts'
import type { NoteFields } from './notes.fields.ts'
import type { NotesContext } from './notes.scope.server.ts'

/** Adds a signed-in user. */
export async function signedIn(db: Database, name = 'Ada'): Promise<NotesContext> {
  const [added] = await db
    .insert(user)
    .values({ email: `${crypto.randomUUID()}@notes.example`, name })
    .returning({ id: user.id, name: user.name })
  if (!added) throw new Error('no user was added')
  return contextOn(db, added)
}

/** Returns valid fields of a note. */
export function fieldsOf(
  _context: NotesContext,
  headline: string,
  changed: Partial<NoteFields> = {},
): Promise<NoteFields> {
  return Promise.resolve({
    headline,
    status: 'draft',
    body: 'Two\nlines',
    ...changed,
  })
}
