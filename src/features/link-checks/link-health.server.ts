import { and, eq } from 'drizzle-orm'
import { requireRoleInScope } from '#auth/scoped-context.server.ts'
import { isWithinReach } from '#db/scope.ts'
import { repository } from '#db/schema.ts'
import { requireBudget } from '#db/throttle.ts'
import * as links from './check-links.server.ts'
import { AppError } from '#lib/app-error.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { linkChecksConfig } from './link-checks.config.ts'
import { repositoryLink } from './link-checks.tables.server.ts'

/** The state of a repository's link. */
export interface LinkHealth {
  /** ISO 8601; null where it was never asked. */
  checkedAt: string | null
  /** ISO 8601; null while it answers. */
  failingSince: string | null
  /** Whether it leads to a port that is not asked. */
  isUncheckable: boolean
}

/** Tells how the link of a repository stood when it was last asked. */
export async function getLinkHealth(context: ServiceContext, { id }: { id: string }): Promise<LinkHealth> {
  const [kept] = await context.db
    .select({
      checkedAt: repositoryLink.checkedAt,
      failingSince: repositoryLink.failingSince,
      fault: repositoryLink.fault,
    })
    .from(repositoryLink)
    .innerJoin(repository, eq(repository.id, repositoryLink.repositoryId))
    .where(and(eq(repositoryLink.repositoryId, id), isWithinReach(repository, context)))
  return {
    checkedAt: kept?.checkedAt?.toISOString() ?? null,
    failingSince: kept?.failingSince?.toISOString() ?? null,
    isUncheckable: kept?.fault === 'url-refused',
  }
}

/** Asks the link of a repository out of turn. @throws {AppError} NOT_FOUND, FORBIDDEN, TOO_MANY_REQUESTS */
export async function checkLink(context: ServiceContext, { id }: { id: string }): Promise<void> {
  const { db, actor } = context
  await requireRoleInScope(context, 'repository:update')
  if ((await db.$count(repository, and(eq(repository.id, id), isWithinReach(repository, context)))) === 0)
    throw new AppError('NOT_FOUND')
  const { count, minutes } = linkChecksConfig.perPerson
  await requireBudget(db, [{ key: `link-check:${actor.id}`, count, seconds: minutes * 60 }])
  await links.checkLink(id, { db })
}
