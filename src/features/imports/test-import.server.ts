import type { SessionContext } from '#auth/current-session.server.ts'
import { listBulkProblems } from '#bulk/read-bulk-jobs.server.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { contextOn } from '#service/test-context.server.ts'
import { findImportKind } from './import-kinds.server.ts'
import { saveDraft } from './import-upload.server.ts'
import { checkImport } from './imports.server.ts'

/** Creates an administrator. @returns the context of their session */
export async function administrator(db: Database): Promise<SessionContext> {
  const [actor] = await db
    .insert(user)
    .values({ email: `${crypto.randomUUID()}@example.com`, name: 'Chief', role: 'admin' })
    .returning({ id: user.id, name: user.name })
  const session = { id: crypto.randomUUID(), viewer: { role: 'admin' } }
  return { ...contextOn(db, actor), session, request: { language: 'en' } } as unknown as SessionContext
}

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}

/** Uploads a file of repositories as a draft. */
export const draftOf = (context: SessionContext, text: string) =>
  saveDraft(context, findImportKind('import-repositories'), { fileName: 'some.csv', bytes: bytesOf(text) })

/** Uploads a file of repositories, and checks its rows. @returns the ID of the import */
export async function uploadAndCheck(context: SessionContext, text: string) {
  const { id } = await draftOf(context, text)
  while (!(await checkImport(context, { id })).isDone);
  return id
}

/** Returns the names of the failed rows of an import, each with the reason. */
export const problemsOf = async (context: SessionContext, id: string) =>
  (await listBulkProblems(context, { id, after: null })).rows.map(({ name, reason }) => [name, reason])
