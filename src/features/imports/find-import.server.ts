import { and, eq } from 'drizzle-orm'
import type { ViewerContext } from '#auth/current-session.server.ts'
import { can } from '#auth/permissions.ts'
import type { ImportKind } from '#bulk/import-kind.ts'
import { bulkJob } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import type { AdministratorContext } from '#service/service-context.server.ts'
import { findImportKind, type ImportInput } from './import-kinds.server.ts'

/** The bulk job of an import. */
export type ImportJob = Omit<typeof bulkJob.$inferSelect, 'input'> & { input: ImportInput }

/** The context of an administrator who imports rows. */
export type ImportContext = AdministratorContext & ViewerContext<'role'>

/** Finds an import of the caller, and its kind. @throws {AppError} NOT_FOUND, FORBIDDEN */
export async function findImport(
  { db, actor, session }: ImportContext,
  id: string,
): Promise<{ job: ImportJob; kind: ImportKind }> {
  const [job] = await db
    .select()
    .from(bulkJob)
    .where(and(eq(bulkJob.id, id), eq(bulkJob.actorId, actor.id)))
  if (!job) throw new AppError('NOT_FOUND')
  const kind = findImportKind(job.kind)
  if (!can(session.viewer.role, kind.permission)) throw new AppError('FORBIDDEN')
  return { job: job as ImportJob, kind }
}
