import { and, eq } from 'drizzle-orm'
import type { SessionContext } from '#auth/current-session.server.ts'
import { can } from '#auth/permissions.ts'
import type { ImportKind } from '#bulk/import-kind.ts'
import { bulkJob } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { importKind, type ImportInput } from './import-kinds.server.ts'

/** The bulk job of an import. */
export type ImportJob = Omit<typeof bulkJob.$inferSelect, 'input'> & { input: ImportInput }

/** Finds an import of the caller, and its kind. @throws {AppError} NOT_FOUND, FORBIDDEN */
export async function findImport(
  { db, actor, session }: Pick<SessionContext, 'db' | 'actor' | 'session'>,
  id: string,
): Promise<{ job: ImportJob; kind: ImportKind }> {
  const [job] = await db
    .select()
    .from(bulkJob)
    .where(and(eq(bulkJob.id, id), eq(bulkJob.actorId, actor.id)))
  if (!job) throw new AppError('NOT_FOUND')
  const kind = importKind(job.kind)
  if (!can(session.viewer.role, kind.permission)) throw new AppError('FORBIDDEN')
  return { job: job as ImportJob, kind }
}
