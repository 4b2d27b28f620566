import { asc, eq, inArray, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { appConfig } from '#app.config'
import { organization } from '#db/schema.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

/** Returns the organizations that administrators can filter a list by, sorted by name: a maximum number, and always the chosen one. */
export function listOwners({ db }: ServiceContext, { id }: { id: string }) {
  const byName = [sql`folded(${organization.name})`, asc(organization.id)]
  const ids = () => db.select({ id: organization.id }).from(organization)
  const offered = ids()
    .orderBy(...byName)
    .limit(appConfig.organization.maxOffered)
  return db
    .select({ id: organization.id, name: organization.name })
    .from(organization)
    .where(inArray(organization.id, union(offered, ids().where(eq(organization.id, id)))))
    .orderBy(...byName)
}
