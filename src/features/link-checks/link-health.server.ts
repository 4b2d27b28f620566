import { and, eq } from 'drizzle-orm'
import { requireRoleInScope } from '#auth/scoped-context.server.ts'
import { columnsOf } from '#db/columns-of.ts'
import { isReadable, isWithinReach } from '#db/scope.ts'
import { repository } from '#db/schema.ts'
import { enforceRateLimit, rateLimit } from '#db/rate-limits.ts'
import * as links from './check-links.server.ts'
import { AppError } from '#lib/app-error.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { linkChecksConfig } from './link-checks.config.ts'
import { repositoryLink } from './link-checks.tables.server.ts'

/** The state of a repository's link. */
export interface LinkHealth {
  /** ISO 8601; null if the link was never checked. */
  checkedAt: string | null
  /** ISO 8601; null while the link responds. */
  failingSince: string | null
  /** Whether the URL of the link is refused, for example because of its port. */
  isUncheckable: boolean
}

/** Returns the state of a repository's link at its last check. */
export async function getLinkHealth(context: ServiceContext, { id }: { id: string }): Promise<LinkHealth> {
  const [kept] = await context.db
    .select(columnsOf(repositoryLink, 'checkedAt', 'failingSince', 'fault'))
    .from(repositoryLink)
    .innerJoin(repository, eq(repository.id, repositoryLink.repositoryId))
    .where(and(eq(repositoryLink.repositoryId, id), isReadable(repository, context)))
  return {
    checkedAt: kept?.checkedAt?.toISOString() ?? null,
    failingSince: kept?.failingSince?.toISOString() ?? null,
    isUncheckable: kept?.fault === 'url-refused',
  }
}

/** Checks the link of a repository right away. @throws {AppError} NOT_FOUND, FORBIDDEN, TOO_MANY_REQUESTS */
export async function checkLink(context: ServiceContext, { id }: { id: string }): Promise<void> {
  const { db, actor } = context
  await requireRoleInScope(context, 'repository:update')
  if ((await db.$count(repository, and(eq(repository.id, id), isWithinReach(repository, context)))) === 0)
    throw new AppError('NOT_FOUND')
  await enforceRateLimit(db, [rateLimit(`link-check:${actor.id}`, linkChecksConfig.perUser)])
  await links.checkLink(id, { db })
}
