import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { can } from '#auth/permissions.ts'
import { isBanned } from '#db/bans.ts'
import { AppError } from '#lib/app-error.ts'
import { findUserRecord } from '#user/find-user.server.ts'
import type { AdministratorContext, ServiceContext } from '#service/service-context.server.ts'
import type { BulkKind } from './bulk-kind.server.ts'

/** The time until which a job that ends now can be undone. */
export const undoDeadline = sql`now() + make_interval(days => ${appConfig.bulk.undoDays})`

/** Whether the actor now has the permission for an action. Reads the actor's row, because jobs have no session. */
export async function hasBulkPermission(
  { db, actor }: Pick<ServiceContext, 'db' | 'actor'>,
  kind: BulkKind,
): Promise<boolean> {
  const user = await findUserRecord(db, actor.id)
  return user !== undefined && !isBanned(user) && can(user.role, kind.permission)
}

/** Requires an action's permission, and recent authentication if it is dangerous. @throws {AppError} SESSION_EXPIRED, FORBIDDEN */
export async function requireBulkPermission(context: AdministratorContext, kind: BulkKind): Promise<void> {
  if (kind.isDangerous) await context.requireRecentAuthentication()
  if (!(await hasBulkPermission(context, kind))) throw new AppError('FORBIDDEN')
}
