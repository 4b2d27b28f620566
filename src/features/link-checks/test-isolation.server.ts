import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { AppError } from '#lib/app-error.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import * as health from './link-health.server.ts'

/** Calls of the server functions of link checks for a repository of another organization, whose link is marked as failing. */
export const linkCheckOperations = {
  getLinkHealth: async (context: ServiceContext, { there }: { there: string }) => {
    const { checkedAt, failingSince } = await health.getLinkHealth(context, { id: there })
    if (checkedAt === null && failingSince === null) throw new AppError('NOT_FOUND')
  },
  checkLink: (context: ServiceContext, { there }: { there: string }) => health.checkLink(context, { id: there }),
}

/** Marks the link of a repository as failing. */
export async function failLink(db: Database, id: string): Promise<void> {
  await db.execute(
    sql`update repository_link set checked_at = now(), failing_since = now() where repository_id = ${id}`,
  )
}
